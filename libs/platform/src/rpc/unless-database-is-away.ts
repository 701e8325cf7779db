import { setTimeout as sleep } from 'node:timers/promises';
import { storageUnavailable } from '../errors.js';

/** Milliseconds before the deadline in which an answer still has to get back to the caller. */
const MARGIN_MS = 500;
/** Milliseconds between two questions, at least, and at most. */
const PAUSE_MS = { min: 50, max: 2_500 };

/**
 * Settles as the work does. When half of the time that is left has passed, or some seconds, the database is asked whether
 * it answers; if it does not, this rejects with `unavailable`, so that the caller hears the reason and not only that it
 * took too long. (A paused database keeps its connections, and no operation on it fails within the time of a call.) The
 * work may still be carried out, as with every call that ends with `unavailable`.
 */
export async function unlessDatabaseIsAway<T>(
  work: Promise<T>,
  leftMs: number,
  databaseAnswers: () => Promise<boolean>,
): Promise<T> {
  if (!Number.isFinite(leftMs)) return work;
  const ended = new AbortController();
  const untilMs = Date.now() + leftMs - MARGIN_MS;
  try {
    return await Promise.race([work, throwWhenAway(untilMs, databaseAnswers, ended.signal)]);
  } finally {
    ended.abort();
  }
}

async function throwWhenAway(
  untilMs: number,
  databaseAnswers: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<never> {
  for (let left = untilMs - Date.now(); left / 2 >= PAUSE_MS.min; left = untilMs - Date.now()) {
    await sleep(Math.min(left / 2, PAUSE_MS.max), undefined, { signal });
    const late = sleep(untilMs - Date.now(), false, { signal });
    if (!(await Promise.race([databaseAnswers(), late]))) throw storageUnavailable();
  }
  // Too late to ask: the work is to end, or the deadline to pass.
  return new Promise(() => undefined);
}
