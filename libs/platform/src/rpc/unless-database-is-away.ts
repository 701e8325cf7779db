import { setTimeout as sleep } from 'node:timers/promises';
import { storageUnavailable } from '../errors.js';

/** Milliseconds before the deadline that the reply needs to reach the caller. */
const MARGIN_MS = 500;
/** The pause between two database checks. */
const PAUSE_MS = { min: 50, max: 2_500 };

/**
 * Settles with the work, but rejects with `unavailable` if the database stops responding meanwhile, so that the caller
 * gets the reason in place of a timeout. (A paused database keeps its connections, and no operation on it fails within
 * the time of a call.) The database is checked after half of the remaining time, or a few seconds. The work may still
 * complete, as with every call that ends with `unavailable`.
 */
export async function unlessDatabaseIsAway<T>(
  work: Promise<T>,
  remainingMs: number,
  databaseAnswers: () => Promise<boolean>,
): Promise<T> {
  if (!Number.isFinite(remainingMs)) return work;
  const controller = new AbortController();
  const untilMs = Date.now() + remainingMs - MARGIN_MS;
  try {
    return await Promise.race([work, throwWhenAway(untilMs, databaseAnswers, controller.signal)]);
  } finally {
    controller.abort();
  }
}

async function throwWhenAway(
  untilMs: number,
  databaseAnswers: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<never> {
  for (
    let remainingMs = untilMs - Date.now();
    remainingMs / 2 >= PAUSE_MS.min;
    remainingMs = untilMs - Date.now()
  ) {
    await sleep(Math.min(remainingMs / 2, PAUSE_MS.max), undefined, { signal });
    const timeout = sleep(untilMs - Date.now(), false, { signal });
    if (!(await Promise.race([databaseAnswers(), timeout]))) throw storageUnavailable();
  }
  // Too late for another check: either the work ends or the deadline passes.
  return new Promise(() => undefined);
}
