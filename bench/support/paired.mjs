import { setTimeout as sleep } from 'node:timers/promises';
import { COUNTED } from './counts.mjs';
import { closedLoop } from './load.mjs';
import { cpuOf } from './processes.mjs';
import { median, ratios, spread } from './statistics.mjs';

/**
 * @typedef {import('../works/pairs.mjs').PairedWork} PairedWork
 * @typedef {import('./counts.mjs').Counts} Counts
 * @typedef {import('./door.mjs').Person} Person
 * @typedef {import('./load.mjs').LoadResult} LoadResult
 * @typedef {import('./sides.mjs').Side} Side
 * @typedef {import('./statistics.mjs').Spread} Spread
 */

/** Seconds for which an idle side is watched: its sweeps are no part of anybody's work. */
const IDLE_S = 3;
/** Of the seconds of a turn: how many a limit of the machine, and the counting of commands, take. */
const SHORT = 1 / 3;

/**
 * Seconds of load that do not count, for either side: at first until V8 has compiled what is hot, and before each turn,
 * since for a while after some idle seconds a request takes up to twice the processor time.
 */
const WARM_S = { first: 8, turn: 3 };

/** @typedef {Record<string, number>} Cpu milliseconds of one request, by process */
/** @typedef {LoadResult & {cpu: Cpu, counts: Counts}} Measured */

/**
 * @typedef {object} PairedResult
 * @property {string} id
 * @property {string} words
 * @property {PairedWork['figure']} figure
 * @property {number} [goal]
 * @property {number} [least]
 * @property {Spread} ratio
 * @property {Record<'ours' | 'monolith', SideResult>} sides
 * @property {{words: string, figure: Spread, ratio: Spread}[]} limits ours in relation to them
 */

/**
 * @typedef {object} SideResult
 * @property {Spread} figure
 * @property {Spread} p95Ms
 * @property {Counts} counts of one request, the median of all turns
 * @property {Cpu} cpuMs of one request, the median of all turns
 * @property {number} done requests in all
 * @property {number} failed
 * @property {string} firstFailure
 */

/**
 * Measures both sides in turn, so often, and the limits of the machine in between.
 * @param {PairedWork} work
 * @param {{ours: Side, monolith: Side, where: import('../works/pairs.mjs').Where, shared: Record<string, number | undefined>,
 *   turns: number, seconds: number, idle: Counts}} run `shared`: processes that work for both sides
 * @returns {Promise<PairedResult>}
 */
export async function measurePair(work, { ours, monolith, where, shared, turns, seconds, idle }) {
  const both = [
    { side: ours, people: await peopleOf(ours, work), turns: /** @type {Measured[]} */ ([]), idle },
    {
      side: monolith,
      people: await peopleOf(monolith, work),
      turns: /** @type {Measured[]} */ ([]),
      idle: NONE,
    },
  ];
  const limits = await Promise.all(
    work.limits.map(async ({ words, start }) => ({
      words,
      raw: await start(where),
      figures: /** @type {number[]} */ ([]),
    })),
  );
  const { clients } = work;
  for (const { side, people } of both) {
    await closedLoop({
      clients,
      ms: WARM_S.first * 1_000,
      send: (n) => work.send(side.door, personOf(people, n)),
    });
    await side.counters.settled();
  }
  for (let turn = 0; turn < turns; turn += 1) {
    // Whoever comes first has a machine that is cooler, or colder: by turns.
    for (const one of turn % 2 === 0 ? both : [...both].reverse()) {
      one.turns.push(await measure(work, one, { shared, seconds }));
    }
    for (const { raw, figures } of limits) {
      figures.push((await closedLoop({ clients, ms: seconds * SHORT * 1_000, send: raw.send }))[work.figure]);
    }
  }
  for (const { raw } of limits) await raw.close();
  const [own = [], peer = []] = both.map((one) => one.turns.map((result) => result[work.figure]));
  // The more the better: of a time, the peer's by ours.
  const better = (/** @type {number[]} */ other) =>
    work.figure === 'medianMs' ? ratios(other, own) : ratios(own, other);
  const { id, words, figure, goal, least } = work;
  return {
    ...{ id, words, figure },
    ...(goal !== undefined && { goal, least }),
    ratio: better(peer),
    sides: { ours: summary(work, both[0]?.turns ?? []), monolith: summary(work, both[1]?.turns ?? []) },
    limits: limits.map((limit) => ({
      words: limit.words,
      figure: spread(limit.figures),
      ratio: better(limit.figures),
    })),
  };
}

/** @type {Counts} */
const NONE = { commands: 0, commits: 0, published: 0, confirmed: 0 };

/**
 * What a side does in a second while nobody asks it for anything.
 * @param {Side} side
 * @returns {Promise<Counts>}
 */
export async function idleCounts({ counters }) {
  await counters.countCommands(true);
  const before = await counters.read();
  await sleep(IDLE_S * 1_000);
  const after = await counters.read();
  await counters.countCommands(false);
  return perEach(before, after, IDLE_S, NONE);
}

/**
 * @param {Side} side
 * @param {PairedWork} work
 */
async function peopleOf({ door, counters }, { clients, people: count = clients, entries }) {
  /** @type {Person[]} */
  const people = [];
  // A few at a time: hashing takes every processor.
  while (people.length < count) {
    const some = Array.from({ length: Math.min(4, count - people.length) }, async () => {
      const person = await door.signUp();
      await door.import(person, entries);
      return person;
    });
    people.push(...(await Promise.all(some)));
    // Each imported entry has an event, which is stored and sent after the answer.
    if (entries > 0) await counters.settled();
  }
  return people;
}

/**
 * @param {Person[]} people
 * @param {number} client
 */
function personOf(people, client) {
  const person = people[client % people.length];
  if (!person) throw new Error(`nobody is client ${client}`);
  return person;
}

/**
 * One turn of one side: figures of time and processors first, then the counts. Both until everything that was begun is
 * finished, so that nothing is put off to where nobody looks.
 * @param {PairedWork} work
 * @param {{side: Side, people: Person[], idle: Counts}} one
 * @param {{shared: Record<string, number | undefined>, seconds: number}} options
 * @returns {Promise<Measured>}
 */
async function measure(work, { side, people, idle }, { shared, seconds }) {
  const { door, counters } = side;
  const send = (/** @type {number} */ n) => work.send(door, personOf(people, n));
  const pids = { ...side.pids(), ...shared };
  await closedLoop({ clients: work.clients, ms: WARM_S.turn * 1_000, send });
  const cpuBefore = cpuOf(pids);
  const result = await closedLoop({ clients: work.clients, ms: seconds * 1_000, send });
  await counters.settled();
  const cpuAfter = cpuOf(pids);
  const cpu = Object.fromEntries(
    Object.entries(cpuAfter).map(([name, ms]) => [name, ((ms ?? 0) - (cpuBefore[name] ?? 0)) / result.done]),
  );
  await counters.countCommands(true);
  const before = await counters.read();
  const began = performance.now();
  const counted = await closedLoop({ clients: work.clients, ms: seconds * SHORT * 1_000, send });
  await counters.settled();
  const after = await counters.read();
  await counters.countCommands(false);
  const idleShare = (performance.now() - began) / 1_000;
  const swept = Object.fromEntries(COUNTED.map((name) => [name, idle[name] * idleShare]));
  return {
    ...result,
    failed: result.failed + counted.failed,
    firstFailure: result.firstFailure || counted.firstFailure,
    cpu,
    counts: perEach(before, after, counted.done, /** @type {Counts} */ (swept)),
  };
}

/**
 * @param {Counts} before
 * @param {Counts} after
 * @param {number} share
 * @param {Counts} less
 */
function perEach(before, after, share, less) {
  const counts = { ...NONE };
  for (const name of COUNTED) counts[name] = (after[name] - before[name] - less[name]) / share;
  return counts;
}

/**
 * @param {PairedWork} work
 * @param {Measured[]} turns
 * @returns {SideResult}
 */
function summary({ figure }, turns) {
  const sum = (/** @type {number[]} */ values) => values.reduce((total, value) => total + value, 0);
  const counts = { ...NONE };
  for (const name of COUNTED) counts[name] = median(turns.map((turn) => turn.counts[name]));
  const names = Object.keys(turns[0]?.cpu ?? {});
  return {
    figure: spread(turns.map((turn) => turn[figure])),
    p95Ms: spread(turns.map((turn) => turn.p95Ms)),
    counts,
    cpuMs: Object.fromEntries(names.map((name) => [name, median(turns.map((turn) => turn.cpu[name] ?? 0))])),
    done: sum(turns.map((turn) => turn.done)),
    failed: sum(turns.map((turn) => turn.failed)),
    firstFailure: turns.map((turn) => turn.firstFailure).find(Boolean) ?? '',
  };
}
