import { api, expectData } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import type { PartOfImport } from '../parts';

export type PartReport = components['schemas']['ImportReportDto'];

/** The server takes no more entries, or no more requests, for now. */
export class NotNow extends Error {
  constructor(readonly waitMs: number) {
    super('busy');
  }
}

interface Sending {
  id: string;
  source: string;
  options: { lookUpWeather: boolean; restoreDeleted: boolean };
}

/**
 * POST /journal/import. Sending a part again adds nothing twice.
 * @throws NotNow with how long to wait
 * @throws ApiError
 */
export async function sendPart(part: PartOfImport, { id, source, options }: Sending): Promise<PartReport> {
  const body = { entries: part.map(({ entry }) => entry), import: { id, source }, ...options };
  const answer = await api.POST('/api/journal/import', { body });
  if (answer.response.status === 429)
    throw new NotNow(Number(answer.response.headers.get('retry-after') ?? 60) * 1_000);
  return expectData(answer);
}
