import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { AccountExport } from '@inner-weather/contracts/rpc/auth';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import type { BeginningsDto } from '@inner-weather/contracts/beginnings/beginnings.dto';
import type { MeasureDto } from '@inner-weather/contracts/measures/measures.dto';
import type { OwnMoodsDto } from '@inner-weather/contracts/moods/moods.dto';
import { Moods } from '@inner-weather/domain/entries/own-moods';
import type { RemindersDto } from '@inner-weather/contracts/reminders/reminders.dto';
import { LIMITS } from '@inner-weather/domain/limits';
import type { Language } from '@inner-weather/languages/languages';
import { toCsv } from './csv.js';
import { toDayOne } from './day-one.js';
import { toDaylioCsv } from './daylio.js';
import { toInsightsPage } from './insights-page.js';
import { type OwnPhotos, photoName, toNotes } from './notes.js';
import { readmeOf } from './readme.js';
import { type NamedFile, zipOf } from './zip.js';

export interface Exported extends AccountExport {
  reminders: Omit<RemindersDto, 'vapidPublicKey'>;
  measures: MeasureDto[];
  moods: OwnMoodsDto['moods'];
  /** Those of the six that the person hides. */
  hiddenMoods: OwnMoodsDto['hidden'];
  beginnings: Omit<BeginningsDto, 'version'>;
  exportedAt: Date;
  /** Of the files for people. Those for programs are the same in every language. English by default. */
  language?: Language;
  data: {
    entries: AsyncIterable<EntryDto>;
    insights: AsyncIterable<InsightJobDto>;
    photos: OwnPhotos;
  };
}

/** The version increases when the format changes in a way that readers must know. */
const FORMAT = { format: 'inner-weather-export', version: 1 };

/** The ZIP of an export. Each of its files iterates over the data. */
export const archiveOf = (exported: Exported): Readable => zipOf(filesOf(exported), exported.exportedAt);

async function* filesOf(exported: Exported): AsyncGenerator<NamedFile> {
  const { exportedAt, language, data, ...ofPerson } = exported;
  const about = { ...FORMAT, exportedAt: exportedAt.toISOString(), ...ofPerson };
  const photos: FoundPhoto[] = [];
  const { measures } = ofPerson;
  const moods = new Moods({ moods: ofPerson.moods, hidden: ofPerson.hiddenMoods });
  yield { name: 'README.txt', content: [readmeOf(language)] };
  yield {
    name: 'inner-weather.json',
    content: toJson(about, listsOf(data, photos)),
  };
  yield { name: 'entries.csv', content: toCsv(data.entries, measures) };
  yield { name: 'insights.md', content: toInsightsPage(data.insights, moods, language) };
  yield { name: 'daylio.csv', content: toDaylioCsv(data.entries) };
  // Day One imports a ZIP. In a folder, its file would have to be packed first.
  yield { name: 'day-one.zip', content: toDayOneZip(exported, photos), isCompressed: true };
  yield* toNotes(data.entries, { photos: data.photos, measures, moods }, language);
}

/** A photo of an entry, and its place in the ZIP. */
interface FoundPhoto {
  _id: string;
  file: string;
}

/**
 * The lists of the JSON, in the order in which they must be read: the photos are known once the entries are read.
 * @param found is given the photos
 */
function listsOf(
  { entries, insights, photos }: Exported['data'],
  found: FoundPhoto[],
): Record<string, AsyncIterable<unknown>> {
  async function* withPhotos(): AsyncGenerator<EntryDto> {
    for await (const entry of entries) {
      for (const _id of entry.photos ?? []) found.push({ _id, file: photoName(entry, _id) });
      yield entry;
    }
  }
  /** What is on each photo, and where it is in the ZIP. */
  async function* described(): AsyncGenerator<object> {
    for (let from = 0; from < found.length; from += LIMITS.photoIdsMax) {
      const some = found.slice(from, from + LIMITS.photoIdsMax);
      const descriptions = await photos.describe(some.map(({ _id }) => _id));
      for (const { _id, file } of some) yield { _id, description: descriptions.get(_id) ?? '', file };
    }
  }
  return { entries: withPhotos(), insights, photos: described() };
}

/** Begins when it is read, so that an error has a reader. */
async function* toDayOneZip(exported: Exported, photos: FoundPhoto[]): AsyncGenerator<Uint8Array> {
  yield* zipOf(dayOneFiles(exported, photos), exported.exportedAt);
}

/** The journal is behind its photos, since it names them by their MD5. Each is in memory as a whole. */
async function* dayOneFiles({ account, data }: Exported, found: FoundPhoto[]): AsyncGenerator<NamedFile> {
  const md5ById = new Map<string, string>();
  const written = new Set<string>();
  for (const { _id } of found) {
    const jpeg = await data.photos.read(_id, 'jpeg');
    if (!jpeg) continue;
    const md5 = createHash('md5').update(jpeg).digest('hex');
    md5ById.set(_id, md5);
    if (written.has(md5)) continue;
    written.add(md5);
    yield { name: `photos/${md5}.jpeg`, content: [jpeg], isCompressed: true };
  }
  // Day One names a journal after its file.
  yield { name: 'Inner Weather.json', content: toDayOne(data.entries, md5ById, account.timeZone) };
}

/** One JSON object: the fields of `head`, then each list with one item per line. */
async function* toJson(head: object, lists: Record<string, AsyncIterable<unknown>>): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, items] of Object.entries(lists)) {
    yield `,\n"${name}": [`;
    let separator = '\n';
    for await (const item of items) {
      yield separator + JSON.stringify(item);
      separator = ',\n';
    }
    yield '\n]';
  }
  yield '}\n';
}
