import { setTimeout as sleep } from 'node:timers/promises';
import { median, quantile } from './statistics.mjs';

/** Milliseconds after a failure: a door that is gone would be asked without end. */
const FAILURE_PAUSE_MS = 50;

/**
 * @typedef {object} LoadResult
 * @property {number} done what was answered in all, in the window and after its end
 * @property {number} perSecond what was answered within the window
 * @property {number} medianMs
 * @property {number} p95Ms
 * @property {number} failed
 * @property {string} firstFailure '' where there was none
 */

/**
 * So many clients, each of which sends its next request when it has the answer to the last one. Returns when all of
 * them have theirs.
 * @param {{clients: number, ms: number, send: (client: number) => Promise<unknown>}} load
 * @returns {Promise<LoadResult>}
 */
export async function closedLoop({ clients, ms, send }) {
  /** @type {number[]} */
  const waits = [];
  let within = 0;
  let failed = 0;
  let firstFailure = '';
  const begin = performance.now();
  const end = begin + ms;
  /** @param {number} client */
  const run = async (client) => {
    while (performance.now() < end) {
      const sent = performance.now();
      try {
        await send(client);
      } catch (error) {
        failed += 1;
        firstFailure ||= String(error);
        await sleep(FAILURE_PAUSE_MS);
        continue;
      }
      const now = performance.now();
      waits.push(now - sent);
      if (now <= end) within += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  return {
    done: waits.length,
    perSecond: within / (ms / 1_000),
    medianMs: median(waits),
    p95Ms: quantile(waits, 0.95),
    failed,
    firstFailure,
  };
}
