import { setTimeout as sleep } from 'node:timers/promises';
import { callOf } from '../support/door.mjs';
import { runLoad } from '../support/load.mjs';
import { queuesEmpty } from '../support/queues.mjs';
import { report, rounded } from '../support/report.mjs';
import { MODEL_MS } from '../support/sides.mjs';

/** Seconds of the ideal, in which a thousand insights end. */
const TURN_S = 62.5;
/** Insights under way at the same time in the ideal. */
const CONCURRENCY = 16;
const PEOPLE = 50;
const CLIENTS = 8;
const ENTRIES = 30;
const CHECK_MS = 100;
/** The insights are given up after this many times the ideal time, and half a minute. */
const PATIENCE = 20;

/** @typedef {import('../support/door.mjs').Door} Door */

/**
 * Queued insights, 16 for each second of the ideal, while a model takes a second for each; saves and searches go on
 * meanwhile.
 * @param {import('../support/run.mjs').Bed} bed
 */
export async function insights({ ours: { door, adminUrls }, seconds = TURN_S }) {
  const people = await door.people(CLIENTS, ENTRIES);
  const load = () =>
    runLoad(door.url, {
      people,
      callsOf: (person) => [() => door.save(person), () => door.search(person, ENTRIES, ENTRIES)],
      seconds,
    });
  await load();
  await queuesEmpty(adminUrls);
  const alone = await load();
  const readers = await door.people(PEOPLE, 0);
  for (const reader of readers) {
    const body = { aiConsent: ['gemini'] };
    await door.send(callOf('PATCH', '/api/user/me', 200, { token: reader.token, body }));
    await door.send(door.save(reader, { weatherData: 'Sunny' }));
  }
  await queuesEmpty(adminUrls);

  const count = Math.round(seconds * CONCURRENCY);
  const idealMs = (count / CONCURRENCY) * MODEL_MS;
  const began = performance.now();
  const jobs = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const token = readers[n % PEOPLE]?.token ?? '';
      const call = callOf('POST', '/api/insights', 202, { token, body: { range: 'today', again: true } });
      return { token, id: JSON.parse(await door.send(call)).id };
    }),
  );
  const deadline = Date.now() + idealMs * PATIENCE + 30_000;
  const ended = finished(door, jobs, deadline).then(() => performance.now() - began);
  const [beside, tookMs] = await Promise.all([load(), ended]);
  const figures = [
    `${count} insights: ${rounded(tookMs / 1_000)} s`,
    `of the ideal with ${CONCURRENCY} at a time: ${rounded(tookMs / idealMs)} times; goal at most 1.1`,
    `saves and searches meanwhile, of those without: ${rounded((100 * beside.perSecond) / alone.perSecond)} %; goal at least 80`,
  ];
  return report('queued insights, model in 1 s', figures, [alone, beside]);
}

/**
 * Resolves when all insights are done, asking for them in the order in which they end.
 * @param {Door} door
 * @param {{token: string, id: string}[]} jobs
 * @param {number} deadline
 */
async function finished(door, jobs, deadline) {
  for (const { token, id } of jobs) {
    for (;;) {
      const { status } = JSON.parse(await door.send(callOf('GET', `/api/insights/${id}`, 200, { token })));
      if (status === 'done') break;
      if (status === 'failed' || Date.now() > deadline) throw new Error(`an insight is ${status}`);
      await sleep(CHECK_MS);
    }
  }
}
