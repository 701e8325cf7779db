import { availableParallelism } from 'node:os';
import { rawCalls, rawFinds, rawHashing, rawInserts } from '../peers/raw.mjs';

/** @typedef {import('../support/door.mjs').Door} Door */
/** @typedef {import('../support/door.mjs').Person} Person */
/** @typedef {{mongoUrl: string, amqpUrl: string, database: string}} Where */

/**
 * @typedef {object} PairedWork done by both sides in turn
 * @property {string} id
 * @property {string} words
 * @property {number} clients
 * @property {number} [people] whom the clients share; each is a person of their own unless given
 * @property {number} entries that each person has before
 * @property {'perSecond' | 'medianMs'} figure that is compared; of a time, the peer's is divided by ours
 * @property {number} [goal] of the ratio
 * @property {number} [least] below which it is not done
 * @property {string} counted what the counts are for one of
 * @property {(door: Door, person: Person) => Promise<unknown>} send
 * @property {{words: string, start: (where: Where) => Promise<import('../peers/raw.mjs').Raw>}[]} limits what the
 * machine gives at the most
 */

const WEATHER = { weatherData: 'Sunny' };

/** Bytes of one entry in the answer of a search. */
const ENTRY_BYTES = 700;

const INSERTS = { words: "the driver's insertOne", start: rawInserts };
const CALLS = {
  words: 'bare calls over the broker',
  start: (/** @type {Where} */ where) => rawCalls(where.amqpUrl),
};

/**
 * @param {number} entries
 * @param {number} limit
 * @returns {PairedWork}
 */
const search = (entries, limit) => ({
  id: `search-${entries}`,
  words: `search, ${entries} entries, 32 clients`,
  clients: 32,
  // Each entry that is stored beforehand has events, which take their time.
  people: 8,
  entries,
  figure: 'perSecond',
  counted: 'search',
  send: (door, person) => door.search(person, limit, entries),
  limits: [
    { words: "the driver's find and its JSON", start: (where) => rawFinds(where, entries, 32) },
    {
      words: 'bare calls over the broker with as long an answer',
      start: (where) => rawCalls(where.amqpUrl, entries * ENTRY_BYTES),
    },
  ],
});

/** @type {readonly PairedWork[]} */
export const PAIRED_WORKS = [
  {
    id: 'save',
    words: 'save, weather after 150 ms, 64 clients',
    clients: 64,
    entries: 0,
    figure: 'perSecond',
    goal: 2.5,
    least: 1.2,
    counted: 'save',
    send: (door, person) => door.save(person),
    limits: [INSERTS, CALLS],
  },
  {
    id: 'save-alone',
    words: 'the same, one client, median time',
    clients: 1,
    entries: 0,
    figure: 'medianMs',
    goal: 10,
    least: 9,
    counted: 'save',
    send: (door, person) => door.save(person),
    limits: [INSERTS, CALLS],
  },
  {
    id: 'save-with-weather',
    words: 'save with weatherData, 64 clients',
    clients: 64,
    entries: 0,
    figure: 'perSecond',
    goal: 1.5,
    least: 1,
    counted: 'save',
    send: (door, person) => door.save(person, WEATHER),
    limits: [INSERTS, CALLS],
  },
  search(30, 100),
  search(200, 200),
  {
    id: 'login',
    words: 'login, 16 clients',
    clients: 16,
    entries: 0,
    figure: 'perSecond',
    goal: 0.95,
    least: 0.85,
    counted: 'login',
    send: (door, person) => door.logIn(person),
    limits: [
      { words: 'bare hashing on all processors', start: () => rawHashing(availableParallelism()) },
      {
        words: 'bare hashing on as many threads as ours takes',
        // As in services/auth/src/accounts/passwords.ts.
        start: () => rawHashing(Math.max(1, availableParallelism() - 1)),
      },
      CALLS,
    ],
  },
];
