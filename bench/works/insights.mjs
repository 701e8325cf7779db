import { setTimeout as sleep } from 'node:timers/promises';
import { closedLoop } from '../support/load.mjs';
import { MODEL_MS } from '../support/sides.mjs';
import { visits } from './visits.mjs';

/** Insights that wait at the same time: as many as fit into the time of a turn, and no more than this. */
const QUEUED_MAX = 1_000;
/** Insights under way at the same time in the ideal. */
const CONCURRENCY = 16;
const PEOPLE = 50;
const CLIENTS = 8;
const CHECK_MS = 100;
/** All are given up after this many times the ideal time. */
const PATIENCE = 20;

/**
 * Many queued insights while a model takes a second for each; saves and searches go on meanwhile. `--seconds` says how
 * long the ideal is: 16 insights for each second.
 * @param {import('../support/run.mjs').Bed} bed
 * @returns {Promise<import('../support/report.mjs').PlainResult>}
 */
export async function insights({ infrastructure, ours, options }) {
  const { door, counters } = ours;
  const count = Math.min(QUEUED_MAX, Math.round(options.seconds * CONCURRENCY));
  const send = await visits(door, CLIENTS);
  const load = () => closedLoop({ clients: CLIENTS, ms: options.seconds * 1_000, send });
  await load();
  await counters.settled();
  const alone = await load();
  await counters.settled();

  /** @type {import('../support/door.mjs').Person[]} */
  const people = [];
  while (people.length < PEOPLE) people.push(await askable(door));
  const began = performance.now();
  const jobs = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const token = people[n % PEOPLE]?.token ?? '';
      const { status, text } = await door.send('POST', '/api/insights', {
        token,
        body: { range: 'today', again: true },
      });
      if (status !== 202) throw new Error(`${status} instead of 202: ${text.slice(0, 200)}`);
      return { token, id: JSON.parse(text).id };
    }),
  );
  const [beside, failed] = await Promise.all([load(), finished(door, jobs, count)]);
  const tookS = (performance.now() - began) / 1_000;
  const idealS = ((count / CONCURRENCY) * MODEL_MS) / 1_000;
  const figures = [
    { words: `${count} insights`, value: tookS, unit: 's' },
    {
      words: `of the ideal with ${CONCURRENCY} at a time`,
      value: tookS / idealS,
      unit: 'x',
      goal: 'at most 1.1',
    },
    {
      words: 'saves and searches meanwhile, of those without',
      value: (100 * beside.perSecond) / alone.perSecond,
      unit: '%',
      goal: 'at least 80',
    },
  ];
  const words = 'queued insights, model in 1 s';
  return {
    id: 'insights',
    words,
    database: infrastructure.database,
    figures,
    failed: failed + alone.failed + beside.failed,
  };
}

/** @param {import('../support/door.mjs').Door} door */
async function askable(door) {
  const person = await door.signUp();
  await door.send('PATCH', '/api/user/me', { token: person.token, body: { aiConsent: ['gemini'] } });
  await door.save(person, { weatherData: 'Sunny' });
  return person;
}

/**
 * Resolves when all of them have ended; answers how many are not done.
 * @param {import('../support/door.mjs').Door} door
 * @param {{token: string, id: string}[]} jobs
 * @param {number} count
 */
async function finished(door, jobs, count) {
  const end = Date.now() + (count / CONCURRENCY) * MODEL_MS * PATIENCE + 30_000;
  const left = [...jobs];
  let failed = 0;
  // In the order in which they were asked for, which is that in which they end.
  while (left[0] && Date.now() < end) {
    const { token, id } = left[0];
    const { status, text } = await door.send('GET', `/api/insights/${id}`, { token });
    const job = status === 200 ? JSON.parse(text).status : 'failed';
    if (job === 'done' || job === 'failed') {
      left.shift();
      failed += Number(job === 'failed');
    } else await sleep(CHECK_MS);
  }
  return failed + left.length;
}
