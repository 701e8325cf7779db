import { randomUUID } from 'node:crypto';
import { callOf } from '../support/door.mjs';
import { runLoad } from '../support/load.mjs';
import { queuesEmpty } from '../support/queues.mjs';
import { report, rounded } from '../support/report.mjs';

/** @typedef {import('../support/door.mjs').Person} Person */

const CLIENTS = 8;
const MEASURES = 20;
const TURN_S = 10;

/**
 * Saves with values of as many measures as a person can have, beside saves without, of the same people in turns.
 * @param {import('../support/run.mjs').Bed} bed
 */
export async function measures({ ours: { door, adminUrls }, seconds = TURN_S }) {
  const people = await door.people(CLIENTS, 0);
  /** @type {Record<string, Record<string, number>>} by the person's token */
  const measured = {};
  for (const { token } of people) {
    const ids = Array.from({ length: MEASURES }, () => randomUUID());
    for (const [n, id] of ids.entries()) {
      const shown = { name: `Measure ${n}`, kind: 'number', unit: 'mg', picture: 'moon' };
      const body = { ...shown, daySum: 'last', askedOn: 'always', archived: false };
      await door.send(callOf('PUT', `/api/measures/${id}`, 200, { token, body }));
    }
    measured[token] = Object.fromEntries(ids.map((id, n) => [id, n]));
  }
  const saves = (/** @type {(person: Person) => object} */ more) =>
    runLoad(door.url, {
      people,
      callsOf: (/** @type {Person} */ person) => [
        () => door.save(person, { weatherData: 'Sunny', ...more(person) }),
      ],
      seconds,
    });
  const withMeasures = (/** @type {Person} */ { token }) => ({ measures: measured[token] });
  const loads = [];
  for (const more of [withMeasures, () => ({}), withMeasures, () => ({})]) {
    loads.push(await saves(more));
    await queuesEmpty(adminUrls);
  }
  const [, , withThem, without] = loads;
  const ms = (/** @type {import('../support/load.mjs').LoadResult | undefined} */ load) =>
    (CLIENTS * 1_000) / (load?.perSecond ?? 0);
  const figures = [
    `with ${MEASURES} measures ${rounded(ms(withThem))} ms, without ${rounded(ms(without))} ms: ${rounded(ms(withThem) / ms(without))} times`,
  ];
  return report('saves with measures, to those without', figures, loads);
}
