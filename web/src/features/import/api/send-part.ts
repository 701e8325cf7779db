import { api, expectData } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { retryAfterMs } from '../../../lib/retry-after';
import type { PartOfImport } from '../parts';

/** Milliseconds to wait. The server counts what is imported by the hour. */
export const BUSY = { otherwise: 60_000, max: 60 * 60_000 };

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
  options: { lookUpWeather: boolean; restoreDeleted: boolean; addChanged?: boolean };
}

/**
 * POST /journal/import. Sending a part again adds nothing twice.
 * @throws NotNow with how long to wait
 * @throws ApiError
 */
export const sendPart = (part: PartOfImport, sending: Sending) => post('/api/journal/import', part, sending);

/**
 * POST /journal/import/check, which stores nothing and reports what would be added. It has an address of its own, so that no
 * earlier version of the server takes it for an import.
 * @throws what `sendPart` throws
 */
export const checkPart = (part: PartOfImport, sending: Sending) =>
  post('/api/journal/import/check', part, sending);

async function post(
  path: '/api/journal/import' | '/api/journal/import/check',
  part: PartOfImport,
  { id, source, options }: Sending,
): Promise<PartReport> {
  const body = { entries: part.map(({ entry }) => entry), import: { id, source }, ...options };
  const answer = await api.POST(path, { body });
  if (answer.response.status === 429) throw new NotNow(retryAfterMs(answer.response.headers, BUSY));
  return expectData(answer);
}
