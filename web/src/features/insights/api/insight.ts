import type { components } from '../../../lib/api/api-types.gen';
import { retryAfterMs } from '../../../lib/retry-after';

export type Insight = components['schemas']['InsightJobDto'];

export function isUnderWay(insight: Insight | undefined): boolean {
  return insight?.status === 'queued' || insight?.status === 'running';
}

/** A job, and the state of polling it. */
export interface WatchedInsight {
  insight: Insight;
  etag: string | undefined;
  /** Milliseconds to wait before the next poll, as the server asks. */
  waitMs: number;
  /** When the first and the last poll were answered, in milliseconds since 1970. */
  since: number;
  checkedAt: number;
  fromDevice?: true;
}

const DEFAULT_WAIT_MS = 1_500;

/** Limited to a time that a user would wait. */
export const waitOf = ({ headers }: Response): number =>
  retryAfterMs(headers, { otherwise: DEFAULT_WAIT_MS, max: 30_000 }) || DEFAULT_WAIT_MS;
