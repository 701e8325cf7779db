import { randomUUID } from 'node:crypto';
import { Types } from 'mongoose';
import { say } from '../deploy/local/log.mjs';
import { encryptionOf, MOODS, NO_MOODS, onDatabase, pick, TEXTS, time } from './timing/journal.mjs';

/*
 * `npm run days:time`: how long journal works on a year of days, on the statistics of ten years of daily entries, and on
 * twenty measures of each of those days and what goes together with them, in processor milliseconds of its thread, the
 * database's driver included. The database is one of the tests. Its own time
 * is only in the second column, and on the embedded one says little: that has no use for an index that holds all fields.
 */

const TIMES = { warmUp: 10, rounds: 30 };
const CITIES = ['Porto', 'Bergen', 'London', 'Oslo', 'Lisbon'];
const DAYS = 3_653;
const MEASURES = 20;
/** How many times the statistics' time the measures may take. */
const GOAL = 3;

const RANGE = { from: '2016-01-01', to: '2025-12-31' };

const { randomOf } = await import('../libs/domain/dist/statistics/random-of.js');
const { Entry, EntrySchema } = await import('../services/journal/dist/entries/entry.schema.js');
const { FiguresRepository } = await import('../services/journal/dist/days/figures.repository.js');
const { TagsRepository } = await import('../services/journal/dist/tags/tags.repository.js');
const { DaysService } = await import('../services/journal/dist/days/days.service.js');

const { OwnList, OwnListSchema } = await import('../services/journal/dist/own-lists/own-list.schema.js');
const { OwnListsRepository } = await import('../services/journal/dist/own-lists/own-lists.repository.js');
const { MeasuresService } = await import('../services/journal/dist/measures/measures.service.js');
const { MeasuredRepository } = await import('../services/journal/dist/measured/measured.repository.js');
const { MeasuredService } = await import('../services/journal/dist/measured/measured.service.js');

await onDatabase('days_time', async (connection) => {
  /** @type {import('mongoose').Model<import('../services/journal/src/entries/entry.schema.js').Entry>} */
  const entries = connection.model(Entry.name, EntrySchema);
  await entries.init();
  const { encryption, sealing } = await encryptionOf(connection);
  /** @type {import('mongoose').Model<import('../services/journal/src/own-lists/own-list.schema.js').OwnList>} */
  const lists = connection.model(OwnList.name, OwnListSchema);
  const measures = new MeasuresService(new OwnListsRepository(lists, /** @type {never} */ (encryption)));
  const ids = Array.from({ length: MEASURES }, () => randomUUID());
  for (const [n, id] of ids.entries())
    await measures.put('ada', id, {
      ...{ name: `Measure ${n}`, kind: 'number', unit: 'mg', picture: 'moon' },
      ...{ daySum: 'last', askedOn: 'always', archived: false },
    });
  const random = randomOf(7);
  await entries.collection.insertMany(
    await Promise.all(
      Array.from({ length: DAYS }, (_, day) => {
        const createdAt = new Date(Date.UTC(2016, 0, 1 + day, 20, day % 60));
        const weather = {
          status: 'ready',
          text: pick(TEXTS, day),
          key: 'k',
          attempts: 1,
          requestedAt: createdAt,
        };
        const entry = {
          _id: new Types.ObjectId(),
          schemaVersion: 1,
          userId: 'ada',
          // Every second day has two of twenty tags.
          ...(day % 2 === 0 && { tags: tagged(day) }),
          measures: JSON.stringify(
            Object.fromEntries(ids.map((id, n) => [id, Math.floor(random() * (10 + n))])),
          ),
          content: 'Words. '.repeat(100),
          inputMood: pick(MOODS, day + Math.floor(day / 5)),
          location: pick(CITIES, Math.floor(day / 40)),
          weather,
          createdAt,
          offset: 0,
          day: createdAt.toISOString().slice(0, 10),
          updatedAt: createdAt,
        };
        return sealing.seal(entry, entry);
      }),
    ),
  );
  const tags = new TagsRepository(entries, sealing);
  const figures = new FiguresRepository(entries);
  const days = new DaysService(figures, tags, /** @type {any} */ (NO_MOODS));
  await time('days of a year', () => days.list({ userId: 'ada', year: 2020 }), TIMES);
  const request = { userId: 'ada', ...RANGE };
  const statistics = await time('statistics of ten years', () => days.statistics(request), TIMES);
  const values = new MeasuredRepository(entries, sealing);
  const moods = /** @type {any} */ (NO_MOODS);
  const measured = new MeasuredService(measures, values, figures, tags, moods);
  for (const [what, work] of /** @type {const} */ ([
    [`ten years of ${MEASURES} measures`, () => measured.days(request)],
    ['what goes together in them', () => measured.together(request)],
  ])) {
    const times = (await time(what, work, TIMES)) / statistics;
    say(`${times.toFixed(1)} times the statistics; goal at most ${GOAL}${times > GOAL ? ': missed' : ''}`);
    if (times > GOAL) process.exitCode = 1;
  }
});

/** @param {number} day */
function tagged(day) {
  return JSON.stringify([`tag ${(day / 2) % 10}`, `tag ${10 + ((day / 2) % 7)}`]);
}
