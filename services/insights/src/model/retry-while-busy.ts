import { setTimeout as sleep } from 'node:timers/promises';
import { INSIGHT_FAILURES } from '@inner-weather/domain/insights/failures';
import { type InsightFailure, ModelError, modelUnavailable } from './insight-model.js';

/** The server is busy. `retryAfterMs` is the delay in milliseconds that it asks for, if it names one. */
export class ServerBusy extends Error {
  constructor(
    readonly detail: string,
    readonly retryAfterMs?: number,
  ) {
    super(detail);
  }
}

/** The minimum delay, because a server may ask for a delay of zero. */
const PAUSE_MIN_MS = 500;

/**
 * Repeats a request after the delay that a busy server names, as long as the delay ends before `deadline`
 * (milliseconds since the epoch). If the server names no delay, the error lets the caller retry later. If
 * the delay ends too late, the error forbids a retry.
 */
export async function retryWhileBusy<T>(
  ask: () => Promise<T>,
  deadline: number,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ServerBusy)) throw error;
      const { detail } = error;
      if (error.retryAfterMs === undefined) throw modelUnavailable(detail);
      const retryAfterMs = Math.max(PAUSE_MIN_MS, error.retryAfterMs);
      if (Date.now() + retryAfterMs >= deadline) throw busyTooLong(retryAfterMs, detail);
      await sleep(retryAfterMs, undefined, { signal }).catch(() => {
        throw modelUnavailable('given up while waiting');
      });
    }
  }
}

function busyTooLong(retryAfterMs: number, detail: string): ModelError {
  const minutes = Math.max(1, Math.ceil(retryAfterMs / 60_000));
  const failure: InsightFailure =
    minutes < 120
      ? { message: INSIGHT_FAILURES.modelBusyForMinutes, params: { minutes } }
      : { message: INSIGHT_FAILURES.modelBusyForHours, params: { hours: Math.ceil(minutes / 60) } };
  return new ModelError('model_unavailable', failure, false, detail);
}
