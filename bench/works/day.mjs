import { runLoad } from '../support/load.mjs';
import { costInWords, costOfEach, processorMs } from '../support/processor.mjs';
import { queuesEmpty } from '../support/queues.mjs';
import { report, rounded } from '../support/report.mjs';
import { callOf } from '../support/door.mjs';

/** @typedef {import('../support/door.mjs').Door} Door */
/** @typedef {import('../support/door.mjs').Person} Person */
/** @typedef {import('../support/run.mjs').Bed} Bed */

const PEOPLE = 32;
/** Days of each person that are measured. */
const DAYS = 5;
const ENTRIES = 30;
/** Most people write in the same hours of the evening. */
const EVENING_S = 4 * 60 * 60;
const SIZES = [1_000, 10_000, 100_000];

/** Of one who has kept a journal for decades. */
const LARGE = 25_000;
const BUSY_CLIENTS = 8;
const TURN_S = 10;

/**
 * What the page asks on a day with two entries: it opens, an entry is saved and its weather read, then another one, and
 * the year is looked at.
 * @param {Door} door
 * @param {Person} person
 */
function dayOf(door, person) {
  const read = (/** @type {string} */ path) => () => callOf('GET', path, 200, { token: person.token });
  const list = () => ({ ...door.search(person, ENTRIES, ENTRIES), entries: undefined });
  const save = () => door.save(person);
  const year = read(`/api/journal/days?year=${new Date().getUTCFullYear()}`);
  return [read('/api/user/me'), list, save, list, save, list, year, read('/api/journal/tags')];
}

/** @param {Door} door */
async function peopleOf(door) {
  const people = await door.people(PEOPLE, ENTRIES);
  const callsOf = (/** @type {Person} */ person) => dayOf(door, person);
  const requests = callsOf({ email: '', city: '', token: '' }).length;
  const live = (/** @type {number} */ days) =>
    runLoad(door.url, { people, callsOf, amount: PEOPLE * days * requests });
  return { requests, live };
}

/** Database commands and commits of a person's day. @param {Bed} bed with sides that count */
export async function countDay({ ours: { door, counts, adminUrls } }) {
  const { requests, live } = await peopleOf(door);
  await live(1);
  await queuesEmpty(adminUrls);
  const before = counts();
  const load = await live(DAYS);
  await queuesEmpty(adminUrls);
  const after = counts();
  const each = (/** @type {'commands' | 'commits'} */ what) =>
    rounded((after[what] - before[what]) / PEOPLE / DAYS);
  const figures = [`${requests} requests, ${each('commands')} database commands, ${each('commits')} commits`];
  return report('a person, a day with two entries', figures, [load]);
}

/**
 * Processor time of a person's day, and what one large journal costs others.
 * @param {Bed} bed
 */
export async function measureDay({ infrastructure, ours, seconds = TURN_S }) {
  const { door, adminUrls } = ours;
  const pids = { ...ours.pids, ...infrastructure.pids };
  const { requests, live } = await peopleOf(door);
  await live(2);
  await queuesEmpty(adminUrls);
  const before = processorMs(pids);
  const load = await live(DAYS);
  await queuesEmpty(adminUrls);
  const cost = costOfEach(before, processorMs(pids), PEOPLE * DAYS);
  const ms = Object.values(cost).reduce((sum, one) => sum + one, 0);
  const figures = SIZES.map((people) => {
    const perSecond = rounded((people * requests) / EVENING_S);
    const processors = rounded((people * ms) / 1_000 / EVENING_S);
    return `${people} people in the four hours of an evening: ${perSecond} requests a second, ${processors} processors`;
  });
  const failed = report(
    'a person, a day with two entries: processor time',
    [`processor ms: ${costInWords([cost])}`, ...figures],
    [load],
  );
  return failed + (await besideLarge(door, adminUrls, seconds));
}

/**
 * How long others wait for a save, alone and while one person reads 25,000 entries over and over.
 * @param {Door} door
 * @param {string[]} adminUrls
 * @param {number} seconds
 */
async function besideLarge(door, adminUrls, seconds) {
  const people = await door.people(BUSY_CLIENTS, 0);
  const large = await door.people(1, LARGE);
  const save = (/** @type {Person} */ person) => [() => door.save(person, { weatherData: 'Sunny' })];
  const others = () => runLoad(door.url, { people, callsOf: save, seconds, perSecond: 4 * BUSY_CLIENTS });
  await others();
  const alone = await others();
  const always = { startDate: '1990-01-01', endDate: new Date().toISOString().slice(0, 10) };
  const readsOf = (/** @type {Person} */ { token }) => [
    // A word that is in no entry, so that all are looked through.
    () => callOf('POST', '/api/journal/search', 200, { token, body: { ...always, words: 'zebra' } }),
    () => callOf('GET', `/api/journal/days?year=${new Date().getUTCFullYear()}`, 200, { token }),
    () => callOf('GET', '/api/journal/tags', 200, { token }),
  ];
  const [beside, reading] = await Promise.all([
    others(),
    runLoad(door.url, { people: large, callsOf: readsOf, seconds }),
  ]);
  await queuesEmpty(adminUrls);
  const inMs = (/** @type {import('../support/load.mjs').LoadResult} */ { p97Ms }) => `${rounded(p97Ms)} ms`;
  const figures = [
    `alone ${inMs(alone)}, beside it ${inMs(beside)} (97.5 % of the saves were quicker)`,
    `the one with ${LARGE} entries got ${rounded(reading.perSecond)} answers a second`,
  ];
  return report(`saves of others beside one with ${LARGE} entries`, figures, [alone, beside, reading]);
}
