import { createHash } from 'node:crypto';
import type { JournalConfig } from '../config.js';
import type { WeatherStamp } from '../entries/entry.schema.js';
import type { Retry } from './stamps.repository.js';

type Times = Pick<JournalConfig, 'STAMP_RETRY_MS' | 'STAMP_RETRY_FOR_MS'>;

/** The longest pause, as a multiple of the first: half an hour if the first is five minutes. */
const LONGEST = 6;

/** Schedules background look-ups, the first one after `pauseMs`. */
export function retryFrom(now: Date, key: string, pauseMs: number, { STAMP_RETRY_FOR_MS }: Times): Retry {
  return {
    retryAt: new Date(now.getTime() + spread(pauseMs, key)),
    retryUntil: new Date(now.getTime() + STAMP_RETRY_FOR_MS),
  };
}

/** When the next look-up is due after a failed one. The pause equals the time since the first look-up, within bounds. */
export function nextAfter(
  { key, retryUntil }: Pick<WeatherStamp, 'key' | 'retryUntil'>,
  now: Date,
  { STAMP_RETRY_MS, STAMP_RETRY_FOR_MS }: Times,
): Date {
  const remainingMs = retryUntil ? retryUntil.getTime() - now.getTime() : 0;
  const soFar = STAMP_RETRY_FOR_MS - remainingMs;
  const pause = Math.min(Math.max(soFar, STAMP_RETRY_MS), STAMP_RETRY_MS * LONGEST);
  return new Date(now.getTime() + spread(pause, key));
}

/** Milliseconds after which an unanswered request is repeated, so that an entry has at most three requests in a queue. */
export function unansweredPauseOf({ STAMP_RETRY_FOR_MS }: Times): number {
  return Math.ceil(STAMP_RETRY_FOR_MS / 3);
}

/**
 * Adds jitter of up to a tenth, so that look-ups that failed together are not always retried together. The jitter is
 * derived from the key, so that a duplicate answer does not change the schedule.
 */
function spread(ms: number, key: string): number {
  const byte = createHash('sha256').update(key).digest()[0] ?? 0;
  return Math.round(ms * (1 + byte / 2_560));
}
