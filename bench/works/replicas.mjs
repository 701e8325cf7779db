import { cpus } from 'node:os';
import { Counters } from '../support/counts.mjs';
import { Door } from '../support/door.mjs';
import { closedLoop } from '../support/load.mjs';
import { median, ratios } from '../support/statistics.mjs';
import { visits } from './visits.mjs';

const CLIENTS = 64;
/** Processors that one process of each service has to leave, or a second one has nothing to work with. */
const FREE_MIN = 1;

/**
 * Saves and searches with one process of each service, and with two: half of the clients use either gateway.
 * @param {import('../support/run.mjs').Bed} bed
 * @returns {Promise<import('../support/report.mjs').PlainResult>}
 */
export async function replicas({ infrastructure, ours, options }) {
  const words = 'two replicas of each service';
  const database = infrastructure.database;
  const ms = options.seconds * 1_000;
  const first = await visits(ours.door, CLIENTS);
  const load = (/** @type {typeof first} */ send) => closedLoop({ clients: CLIENTS, ms, send });
  await load(first);
  const idleBefore = idleMs();
  const began = performance.now();
  let { failed } = await load(first);
  const free = (idleMs() - idleBefore) / (performance.now() - began);
  await ours.counters.settled();
  if (free < FREE_MIN) {
    const reason = `one process of each leaves ${free.toFixed(1)} of ${cpus().length} processors, and ${FREE_MIN} has to be free`;
    return { id: 'replicas', words, database, figures: [], failed, notRun: [{ words, reason }] };
  }
  const more = await ours.stack.startReplicas();
  const door = new Door(more.url);
  const counters = new Counters(ours.counters.folder, () => [
    ...ours.counters.pids(),
    ...Object.values(more.services).flatMap(({ pid }) => pid ?? []),
  ]);
  try {
    const second = await visits(door, CLIENTS);
    const both = (/** @type {number} */ client) => (client % 2 === 0 ? first : second)(client);
    await load(both);
    await counters.settled();
    /** @type {Record<'one' | 'two', number[]>} */
    const perSecond = { one: [], two: [] };
    for (let turn = 0; turn < options.turns; turn += 1) {
      for (const [name, send] of /** @type {const} */ ([
        ['one', first],
        ['two', both],
      ])) {
        const result = await load(send);
        await counters.settled();
        failed += result.failed;
        perSecond[name].push(result.perSecond);
      }
    }
    const ratio = ratios(perSecond.two, perSecond.one);
    const figures = [
      { words: 'saves and searches with two, median', value: ratio.median, unit: 'x', goal: 'at least 1.6' },
      { words: 'in the worst turn', value: ratio.min, unit: 'x' },
      { words: 'in the best turn', value: ratio.max, unit: 'x' },
      { words: 'saves and searches with one', value: median(perSecond.one), unit: 'a second' },
    ];
    return { id: 'replicas', words, database, figures, failed };
  } finally {
    door.close();
    await more.stop();
  }
}

/** Milliseconds for which processors of this machine had nothing to do. */
const idleMs = () => cpus().reduce((sum, { times }) => sum + times.idle, 0);
