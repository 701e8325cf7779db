import { api, expectData } from '../../../lib/api/api-client';
import type { Entry } from './entry';

/** GET /journal/entries/{id}. */
export async function getEntry(id: string, signal?: AbortSignal): Promise<Entry> {
  return expectData(await api.GET('/api/journal/entries/{id}', { params: { path: { id } }, signal }));
}
