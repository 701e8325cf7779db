import type { components } from '../../../lib/api-types.gen';

export type Insight = components['schemas']['InsightJobDto'];

export function isUnderWay(insight: Insight | undefined): boolean {
  return insight?.status === 'queued' || insight?.status === 'running';
}

/** A job and how it stands with asking for it. */
export interface WatchedInsight {
  insight: Insight;
  etag: string | undefined;
  /** Milliseconds that the server asks to wait before the next question. */
  waitMs: number;
  /** When the first and the last question were answered, in milliseconds since 1970. */
  since: number;
  checkedAt: number;
}

const DEFAULT_WAIT_MS = 1_500;

/** Reads Retry-After (seconds), within what a person would want to wait for. */
export function waitOf(response: Response): number {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  if (!Number.isFinite(seconds) || seconds <= 0) return DEFAULT_WAIT_MS;
  return Math.min(seconds, 30) * 1000;
}

export const insightKey = (id: string | undefined) => ['insight', id] as const;
export const INSIGHTS_KEY = ['insights'] as const;
