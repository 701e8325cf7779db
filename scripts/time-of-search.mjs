import { parseArgs } from 'node:util';
import mongoose from 'mongoose';
import { say } from '../deploy/local/log.mjs';
import { encryptionOf, MOODS, NO_MOODS, onDatabase, pick, TEXTS, time } from './timing/journal.mjs';

/*
 * `npm run search:time`: how long journal looks for words in ten years of daily entries, which it has to decrypt, and for
 * a page of them, in a store of a hundred thousand entries of others. By the clock, with the database, and in processor
 * milliseconds of journal's own process. With Docker the database is MongoDB, which takes a million of others too
 * (`-- --others 1000000`); the embedded one keeps much of itself in memory and is made for fewer.
 */

const TIMES = { warmUp: 20, rounds: 40 };
const DAYS = 3_650;
/** Entries that are stored at a time. */
const PART = 5_000;
const WORDS =
  'today I walked along the river and thought about work, then we met at the café and talked for hours; it rained, nobody minded, and the evening was quiet again'.split(
    ' ',
  );

const { values } = parseArgs({ options: { others: { type: 'string', default: '100000' } } });
const others = Number(values.others);

const { EntriesRepository } = await import('../services/journal/dist/entries/entries.repository.js');
const { Entry, EntrySchema } = await import('../services/journal/dist/entries/entry.schema.js');
const { SearchService } = await import('../services/journal/dist/search/search.service.js');
const { EntryFinder } = await import('../services/journal/dist/search/entry-finder.js');
const { FindService } = await import('../services/journal/dist/search/find.service.js');

await onDatabase('search_time', async (connection) => {
  /** @type {import('mongoose').Model<import('../services/journal/src/entries/entry.schema.js').Entry>} */
  const entries = connection.model(Entry.name, EntrySchema);
  await entries.init();
  const { sealing } = await encryptionOf(connection);
  const repository = new EntriesRepository(entries, /** @type {never} */ ({}), sealing);
  const noMeasures = /** @type {any} */ ({ list: async () => [] });
  const finds = new FindService(new EntryFinder(repository), /** @type {any} */ (NO_MOODS), noMeasures);

  const ada = Array.from({ length: DAYS }, (_, day) => entryOf('ada', day));
  await entries.collection.insertMany(await Promise.all(ada.map((entry) => sealing.seal(entry, entry))));
  say(`ten years: ${DAYS} entries of some ${Math.round(textOf(0).length)} characters`);
  for (let first = 0; first < others; first += PART) {
    const length = Math.min(PART, others - first);
    const part = Array.from({ length }, (_, n) =>
      entryOf(`other ${(first + n) % 5_000}`, (first + n) % DAYS),
    );
    await entries.collection.insertMany(part, { ordered: false });
  }
  say(`${others.toLocaleString('en')} entries of others`);

  /** @param {string} what @param {Parameters<typeof finds.find>[0]} request */
  const find = (what, request) => time(what, () => finds.find(request), TIMES);
  const all = { userId: 'ada', startDate: '1900-01-01', endDate: '2026-12-31', limit: 20 };
  await find('a word that is in every entry', { ...all, words: 'walking' });
  await find('a word that is in none', { ...all, words: 'zeppelin' });
  await find('two words and a phrase', { ...all, words: 'cafe tries "the river"' });
  await find('a mood, a kind of weather, a city', { ...all, mood: 'Happy', weather: 'rain', city: 'port' });
  const { meta } = await finds.find({ ...all, words: 'walking' });
  await find('its second page', { ...all, words: 'walking', cursor: meta.nextCursor });

  const days = { startDate: '1970-01-01', endDate: '9999-12-31' };
  const searches = new SearchService(repository);
  for (const limit of [30, 200])
    await time(`a page of ${limit} entries`, () => searches.search({ userId: 'ada', ...days, limit }), TIMES);
});

/** @param {number} day */
function textOf(day) {
  return Array.from(
    { length: 70 },
    (_, n) => WORDS[(n * 7 + day * 13 + ((n * day) % 5)) % WORDS.length],
  ).join(' ');
}

/** @param {string} userId @param {number} day */
function entryOf(userId, day) {
  const createdAt = new Date(Date.UTC(2016, 0, 1 + day, 20, day % 60));
  const weather = { status: 'ready', text: pick(TEXTS, day), key: 'k', attempts: 1, requestedAt: createdAt };
  return {
    _id: new mongoose.Types.ObjectId(),
    schemaVersion: /** @type {const} */ (1),
    userId,
    content: textOf(day),
    inputMood: pick(MOODS, day),
    location: pick(['Porto', 'Bergen', 'London'], day),
    weather: /** @type {const} */ ({ ...weather, status: 'ready' }),
    createdAt,
    offset: 0,
    day: createdAt.toISOString().slice(0, 10),
    updatedAt: createdAt,
  };
}
