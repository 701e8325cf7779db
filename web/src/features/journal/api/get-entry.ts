import { api, expectData } from '../../../lib/api/api-client';
import { noteEntries } from '../../../lib/copy/entries';
import type { Entry } from '../../../lib/entry/entry';

/** GET /journal/entries/{id}. */
export async function getEntry(id: string, signal?: AbortSignal): Promise<Entry> {
  const entry = expectData(await api.GET('/api/journal/entries/{id}', { params: { path: { id } }, signal }));
  void noteEntries([entry]);
  return entry;
}
