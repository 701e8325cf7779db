import { setTimeout as sleep } from 'node:timers/promises';
import { ModelError, modelUnavailable } from './insight-model.js';

/** A server that was busy, and after how many milliseconds it wants to be asked again, where it says so. */
export class Busy extends Error {
  constructor(
    readonly detail: string,
    readonly retryAfterMs?: number,
  ) {
    super(detail);
  }
}

/** A server that names no time at all would otherwise be asked without a pause. */
const PAUSE_MIN_MS = 500;

/**
 * Asks again after the delay that a busy server names, while that delay ends before `deadline` (milliseconds since
 * 1970). A server that names none is left to the caller's next attempt; one that wants longer than we may wait is not
 * asked again at all.
 */
export async function patiently<T>(ask: () => Promise<T>, deadline: number, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
      const { detail } = error;
      if (error.retryAfterMs === undefined) throw modelUnavailable(detail);
      const retryAfterMs = Math.max(PAUSE_MIN_MS, error.retryAfterMs);
      if (Date.now() + retryAfterMs >= deadline) throw askedToWait(retryAfterMs, detail);
      await sleep(retryAfterMs, undefined, { signal }).catch(() => {
        throw modelUnavailable('given up while waiting');
      });
    }
  }
}

function askedToWait(retryAfterMs: number, detail: string): ModelError {
  const minutes = Math.max(1, Math.ceil(retryAfterMs / 60_000));
  const when =
    minutes === 1 ? 'a minute' : minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
  const msg = `The language model is busy or its quota is used up. It can be asked again in about ${when}.`;
  return new ModelError('model_unavailable', msg, false, detail);
}
