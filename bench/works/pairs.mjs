import { say } from '../../deploy/local/log.mjs';
import { runLoad } from '../support/load.mjs';
import { costInWords, costOfEach, processorMs } from '../support/processor.mjs';
import { queuesEmpty } from '../support/queues.mjs';
import { report, spreadInWords } from '../support/report.mjs';

/**
 * @typedef {import('../support/door.mjs').Door} Door
 * @typedef {import('../support/door.mjs').Person} Person
 * @typedef {import('../support/run.mjs').Bed} Bed
 * @typedef {object} Pair what both sides do in turn; the requests of a second are compared
 * @property {string} id
 * @property {string} words
 * @property {number} clients
 * @property {number} [people] that the clients share; one for each client unless given
 * @property {number} [entries] that each person has before
 * @property {string} [goal] of the ratio of ours to the monolith's
 * @property {(door: Door, person: Person) => import('../support/door.mjs').Call} call
 */

const TURN_S = 6;
/** Seconds of load that do not count: before the first turn, until V8 has compiled what is hot, and before each turn. */
const WARM_S = { first: 8, turn: 3 };
/** Requests of each client that are counted. */
const COUNTED = 20;

/** @type {readonly Pair[]} */
export const PAIRS = [
  {
    id: 'save',
    words: 'save, weather after 150 ms, 64 clients',
    clients: 64,
    goal: '2.5, at least 1.2',
    call: (door, person) => door.save(person),
  },
  {
    id: 'save-alone',
    words: 'the same, one client',
    clients: 1,
    goal: '10, at least 9',
    call: (door, person) => door.save(person),
  },
  {
    id: 'save-with-weather',
    words: 'save with weatherData, 64 clients',
    clients: 64,
    goal: '1.5, at least 1',
    call: (door, person) => door.save(person, { weatherData: 'Sunny' }),
  },
  searchOf(30, 100),
  searchOf(200, 200),
  {
    id: 'login',
    words: 'login, 16 clients',
    clients: 16,
    // On two processors, of which ours hashes on one and the monolith on both.
    goal: '0.7, at least 0.6',
    call: (door, person) => door.logIn(person),
  },
];

/**
 * @param {number} entries
 * @param {number} limit
 * @returns {Pair}
 */
function searchOf(entries, limit) {
  return {
    id: `search-${entries}`,
    words: `search, ${entries} entries, 32 clients`,
    clients: 32,
    // Importing takes its time.
    people: 8,
    entries,
    call: (door, person) => door.search(person, limit, entries),
  };
}

/** @param {Bed} bed */
export async function measurePairs({ infrastructure, ours, monolith, turns, seconds = TURN_S, only }) {
  let failed = 0;
  for (const pair of PAIRS.filter(({ id }) => only?.includes(id) ?? true)) {
    say(`measuring: ${pair.words}`);
    const both = [];
    for (const [name, side] of Object.entries({ ours, monolith })) {
      const load = await loadOf(pair, side.door);
      await load({ seconds: WARM_S.first });
      await queuesEmpty(ours.adminUrls);
      /** @type {import('../support/load.mjs').LoadResult[]} */
      const results = [];
      /** @type {Record<string, number>[]} */
      const costs = [];
      both.push({ name, load, results, costs, pids: { ...side.pids, ...infrastructure.pids } });
    }
    for (let turn = 0; turn < turns; turn += 1) {
      // The side that begins changes, since the machine may be slower for the second one.
      for (const { load, results, costs, pids } of turn % 2 === 0 ? both : [...both].reverse()) {
        await load({ seconds: WARM_S.turn });
        await queuesEmpty(ours.adminUrls);
        const before = processorMs(pids);
        const result = await load({ seconds });
        await queuesEmpty(ours.adminUrls);
        results.push(result);
        costs.push(costOfEach(before, processorMs(pids), result.sent));
      }
    }
    const [own = [], peer = []] = both.map(({ results }) => results.map(({ perSecond }) => perSecond));
    // Of what ran in the same turn: a slow minute of the machine slows both.
    const ratios = own.map((value, turn) => value / (peer[turn] ?? NaN));
    const lines = both.flatMap(({ name, results, costs }) => [
      `${name.padEnd(9)} ${spreadInWords(results.map(({ perSecond }) => perSecond))} a second`,
      `          processor ms each: ${costInWords(costs)}`,
    ]);
    const goal = pair.goal ? `; goal ${pair.goal}` : '';
    const loads = both.flatMap(({ results }) => results);
    failed += report(pair.words, [`ratio     ${spreadInWords(ratios)}${goal}`, ...lines], loads);
  }
  return failed;
}

/** Database commands and commits of one request and all that it sets off. @param {Bed} bed with sides that count */
export async function countPairs({ ours, monolith, only }) {
  let failed = 0;
  for (const pair of PAIRS.filter(({ id }) => only?.includes(id) ?? true)) {
    const lines = [];
    const loads = [];
    for (const [name, { door, counts }] of Object.entries({ ours, monolith })) {
      const load = await loadOf(pair, door);
      await load({ amount: pair.clients });
      await queuesEmpty(ours.adminUrls);
      const before = counts();
      const amount = pair.clients * COUNTED;
      loads.push(await load({ amount }));
      await queuesEmpty(ours.adminUrls);
      const after = counts();
      const commands = ((after.commands - before.commands) / amount).toFixed(2);
      const commits = ((after.commits - before.commits) / amount).toFixed(2);
      lines.push(`${name.padEnd(9)} ${commands} commands, ${commits} commits each`);
    }
    failed += report(`${pair.words}, counted`, lines, loads);
  }
  return failed;
}

/** Signs up the people of a pair on one side. Answers how to put load on it. @param {Pair} pair @param {Door} door */
async function loadOf({ clients, people: count = clients, entries = 0, call }, door) {
  const people = await door.people(count, entries);
  const callsOf = (/** @type {Person} */ person) => [() => call(door, person)];
  return (/** @type {{seconds?: number, amount?: number}} */ extent) =>
    runLoad(door.url, { people, clients, callsOf, ...extent });
}
