import type { components } from '../../../lib/api/api-types.gen';

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

/** Reads Retry-After (seconds), limited to a time that a user would wait. */
export function waitOf(response: Response): number {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  if (!Number.isFinite(seconds) || seconds <= 0) return DEFAULT_WAIT_MS;
  return Math.min(seconds, 30) * 1000;
}

export const insightKey = (id: string | undefined) => ['insight', id] as const;
export const INSIGHTS_KEY = ['insights'] as const;
