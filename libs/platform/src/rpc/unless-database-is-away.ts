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
 * complete, as with every call that ends with `unavailable`; `drop` then gets its result, which may hold memory.
 */
export function unlessDatabaseIsAway<T>(
  work: Promise<T>,
  remainingMs: number,
  databaseAnswers: () => Promise<boolean>,
  drop: (result: T) => void = () => undefined,
): Promise<T> {
  if (!Number.isFinite(remainingMs)) return work;
  const untilMs = Date.now() + remainingMs - MARGIN_MS;
  return new Promise((resolve, reject) => {
    let isSettled = false;
    let isGivenUp = false;
    const giveUp = (reason: Error): void => {
      isGivenUp = true;
      reject(reason);
    };
    let timer: NodeJS.Timeout | undefined;
    const check = async (): Promise<void> => {
      const timeout = sleep(untilMs - Date.now(), false, { ref: false });
      if (await Promise.race([databaseAnswers(), timeout])) checkLater();
      else giveUp(storageUnavailable());
    };
    const checkLater = (): void => {
      const leftMs = untilMs - Date.now();
      // Too late for another check: either the work ends or the deadline passes.
      if (isSettled || leftMs / 2 < PAUSE_MS.min) return;
      timer = setTimeout(() => void check().catch(giveUp), Math.min(leftMs / 2, PAUSE_MS.max));
    };
    // Cleared by hand, since a signal that ends it costs an error with its stack for every call.
    checkLater();
    work
      .then((result) => (isGivenUp ? drop(result) : resolve(result)), reject)
      .finally(() => {
        isSettled = true;
        clearTimeout(timer);
      });
  });
}
