import { MOODS, NO_MOODS, onDatabase, pick, TEXTS, time } from './timing/journal.mjs';

/*
 * `npm run days:time`: how long journal works on a year of days, and on the statistics of ten years of daily entries, in
 * processor milliseconds of its thread, the database's driver included. The database is one of the tests. Its own time
 * is only in the second column, and on the embedded one says little: that has no use for an index that holds all fields.
 */

const TIMES = { warmUp: 10, rounds: 30 };
const CITIES = ['Porto', 'Bergen', 'London', 'Oslo', 'Lisbon'];
const DAYS = 3_653;

const { Entry, EntrySchema } = await import('../services/journal/dist/entries/entry.schema.js');
const { FiguresRepository } = await import('../services/journal/dist/days/figures.repository.js');
const { TagsRepository } = await import('../services/journal/dist/tags/tags.repository.js');
const { DaysService } = await import('../services/journal/dist/days/days.service.js');

await onDatabase('days_time', async (connection) => {
  /** @type {import('mongoose').Model<import('../services/journal/src/entries/entry.schema.js').Entry>} */
  const entries = connection.model(Entry.name, EntrySchema);
  await entries.init();
  await entries.collection.insertMany(
    Array.from({ length: DAYS }, (_, day) => {
      const createdAt = new Date(Date.UTC(2016, 0, 1 + day, 20, day % 60));
      const weather = {
        status: 'ready',
        text: pick(TEXTS, day),
        key: 'k',
        attempts: 1,
        requestedAt: createdAt,
      };
      return {
        schemaVersion: 1,
        userId: 'ada',
        // Every second day has two of twenty tags. They are not encrypted here: a dozen names are read of them.
        ...(day % 2 === 0 && tagged(day)),
        content: 'Words. '.repeat(100),
        inputMood: pick(MOODS, day + Math.floor(day / 5)),
        location: pick(CITIES, Math.floor(day / 40)),
        weather,
        createdAt,
        offset: 0,
        day: createdAt.toISOString().slice(0, 10),
        updatedAt: createdAt,
      };
    }),
  );
  const sealing = { openerOf: () => Promise.resolve((/** @type {unknown} */ entry) => entry) };
  const tags = new TagsRepository(entries, /** @type {any} */ (sealing));
  const days = new DaysService(new FiguresRepository(entries), tags, /** @type {any} */ (NO_MOODS));
  await time('days of a year', () => days.list({ userId: 'ada', year: 2020 }), TIMES);
  const range = { from: '2016-01-01', to: '2025-12-31' };
  await time('statistics of ten years', () => days.statistics({ userId: 'ada', ...range }), TIMES);
});

/** @param {number} day */
function tagged(day) {
  const names = [`tag ${(day / 2) % 10}`, `tag ${10 + ((day / 2) % 7)}`];
  return { tags: JSON.stringify(names), tagTokens: names.map((name) => name.padEnd(32, '0')) };
}
