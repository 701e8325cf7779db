import { setTimeout as sleep } from 'node:timers/promises';
import { closedLoop } from '../support/load.mjs';
import { memoryOf } from '../support/processes.mjs';
import { visits } from './visits.mjs';

/** Milliseconds without a request before memory counts as that at rest. */
const REST_MS = 20_000;
const CLIENTS = 32;

/**
 * Memory of all processes of both sides (PSS), at rest and right after saves and searches.
 * @param {import('../support/run.mjs').Bed} bed
 * @returns {Promise<import('../support/report.mjs').PlainResult>}
 */
export async function memory({ infrastructure, ours, monolith, options }) {
  const sides = [ours, monolith];
  await sleep(REST_MS);
  const rest = sides.map((side) => memoryOf(side.pids()));
  const after = [];
  let failed = 0;
  for (const { door, counters, pids } of sides) {
    const send = await visits(door, CLIENTS);
    failed += (await closedLoop({ clients: CLIENTS, ms: options.seconds * 5_000, send })).failed;
    await counters.settled();
    after.push(memoryOf(pids()));
  }
  await sleep(REST_MS);
  const later = sides.map((side) => memoryOf(side.pids()));
  const figures = [
    { words: 'ours at rest', value: sum(rest[0]), unit: 'MB', goal: 'at most 500' },
    { words: 'ours after the load', value: sum(after[0]), unit: 'MB', goal: 'at most 650' },
    { words: 'ours at rest again', value: sum(later[0]), unit: 'MB' },
    { words: 'monolith at rest', value: sum(rest[1]), unit: 'MB' },
    { words: 'monolith after the load', value: sum(after[1]), unit: 'MB' },
    { words: 'monolith at rest again', value: sum(later[1]), unit: 'MB' },
    ...Object.entries(after[0] ?? {}).map(([name, value]) => ({
      words: `${name} after the load`,
      value: value ?? 0,
      unit: 'MB',
    })),
  ];
  const words = 'memory of all processes (PSS)';
  return { id: 'memory', words, database: infrastructure.database, figures, failed };
}

/** @param {Record<string, number | undefined> | undefined} parts */
const sum = (parts = {}) =>
  Object.values(parts).reduce((/** @type {number} */ total, part) => total + (part ?? 0), 0);
