import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { PlainError, say } from '../../deploy/local/log.mjs';
import { countDay, measureDay } from '../works/day.mjs';
import { growth, heapForGrowthMb } from '../works/growth.mjs';
import { measures } from '../works/measures.mjs';
import { insights } from '../works/insights.mjs';
import { mixed } from '../works/mixed.mjs';
import { photos } from '../works/photos.mjs';
import { countPairs, measurePairs, PAIRS } from '../works/pairs.mjs';
import { startInfrastructure } from './infrastructure.mjs';
import { startMonolith, startOurs, startProviders } from './sides.mjs';

/**
 * @typedef {object} BenchOptions
 * @property {number} turns
 * @property {number} [seconds] of one turn; each work has its own unless given
 * @property {string[]} [only] ids of pairs; all unless given
 *
 * @typedef {BenchOptions & {infrastructure: import('./infrastructure.mjs').Infrastructure,
 *   ours: import('./sides.mjs').Ours, monolith: import('./sides.mjs').Monolith}} Bed where a work runs
 */

/**
 * The starts of both sides that each work needs. A work prints its figures and answers how many requests failed. Counts
 * have a start of their own, since monitoring commands takes time.
 * @type {Record<string, {run: (bed: Bed) => Promise<number>, counting: boolean}[]>}
 */
const WORKS = {
  pairs: [
    { run: measurePairs, counting: false },
    { run: countPairs, counting: true },
  ],
  day: [
    { run: countDay, counting: true },
    { run: measureDay, counting: false },
  ],
  growth: [{ run: growth, counting: false }],
  insights: [{ run: insights, counting: false }],
  measures: [{ run: measures, counting: false }],
  mixed: [{ run: mixed, counting: false }],
  photos: [{ run: photos, counting: false }],
};

/**
 * Runs the named works. Answers whether no request failed.
 * @param {string[]} names
 * @param {BenchOptions} options
 */
export async function runBench(names, options) {
  const known = [...Object.keys(WORKS), ...PAIRS.map(({ id }) => id)];
  const unknown = [...names, ...(options.only ?? [])].find((name) => !known.includes(name));
  if (unknown) throw new PlainError(`There is no ${unknown}; there are: ${known.join(', ')}`);
  const processors = `${availableParallelism()} processors (${cpus()[0]?.model.trim() ?? 'unknown'})`;
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`;
  // A load above the number of processors means that other work runs too.
  const load = `load ${loadavg()[0]?.toFixed(1)} at the start`;
  say([`Node ${process.version}`, processors, memory, `${type()} ${release()} ${arch()}`, load].join(', '));
  const infrastructure = await startInfrastructure(
    names.includes('growth') ? { heapMb: heapForGrowthMb } : {},
  );
  say(`database: ${infrastructure.embedded ? 'embedded' : 'the one that MONGO_URL names'}`);
  const { mongoUrl } = infrastructure;
  const stops = [infrastructure.stop];
  let failed = 0;
  try {
    const providers = await startProviders();
    stops.push(providers.stop);
    for (const { run, counting } of names.flatMap((name) => WORKS[name] ?? [])) {
      const ours = await startOurs(providers, { mongoUrl, counting });
      stops.push(ours.stop);
      const database = `${ours.database}_monolith`;
      const monolith = await startMonolith(providers, { mongoUrl, counting, database });
      stops.push(monolith.stop);
      failed += await run({ ...options, infrastructure, ours, monolith });
      for (const stop of stops.splice(2).reverse()) await stop();
    }
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
  return failed === 0;
}
