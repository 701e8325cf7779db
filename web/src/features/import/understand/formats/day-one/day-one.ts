import { offsetAt, toLocalText } from '@inner-weather/domain/time/local-time';
import { dayOnly } from '../../dates/when';
import { Collector } from '../../collector';
import { momentIn, whenOf } from '../../dates/iso-time';
import { MEDIA_NOT_TAKEN, mediaMark } from '../../texts/media';
import { PhotoFinder } from '../../photos';
import { isRecord, list, number, record, text } from '../../files/reading';
import { texts } from '../../texts/texts';
import type { Bundle, BundleFile, Format } from '../../format';
import { type At, type ForeignEntry, ImportFailure, type Instead } from '../../understood';
import { conditionOfCode } from '../../values/weather';
import { zoneOf } from '../../dates/zone';
import { type Embedded, wordsOfMarkdown, wordsOfRichText } from './day-one-words';

/** How a journal begins, even if the rest of it is missing. */
const BEGINNING = /^\s*\{\s*"metadata"\s*:\s*\{[^{}]{0,200}\}\s*,\s*"entries"\s*:/;

/** Journals that are looked at. A ZIP of another app may have a JSON file per entry. */
const LOOKED_AT = 20;

const jsonFiles = ({ files, isSingle }: Bundle): BundleFile[] =>
  files.filter(({ path }) => isSingle || /\.json$/i.test(path));

/** Day One's "JSON" export: a ZIP with one JSON file per journal, or one of these files. */
export const dayOne: Format = {
  async recognises(bundle) {
    for (const file of jsonFiles(bundle).slice(0, LOOKED_AT)) if (await isJournal(file)) return true;
    return false;
  },

  async read(bundle) {
    const collector = new Collector('Day One');
    const finder = new PhotoFinder(collector.understood, bundle);
    for (const file of jsonFiles(bundle)) {
      const journal = await file.json();
      const place = bundle.isSingle ? {} : { file: file.path };
      if (isRecord(journal) && Array.isArray(journal.entries))
        journal.entries.forEach((entry: unknown, index) => {
          addEntry(collector, entry, { ...place, number: index + 1 }, finder);
        });
      else if (bundle.isSingle) throw new ImportFailure('cut-off');
      else collector.refuse(place, 'unreadable');
    }
    return collector.understood;
  },
};

async function isJournal(file: BundleFile): Promise<boolean> {
  const start = await file.start();
  if (BEGINNING.test(start)) return true;
  if (!/"entries"\s*:/.test(start)) return false;
  const entries = list(record(await file.json()).entries);
  return entries.slice(0, 100).some((entry) => Object.hasOwn(record(entry), 'creationDate'));
}

function addEntry(collector: Collector, entry: unknown, at: At, finder: PhotoFinder): void {
  if (!isRecord(entry)) {
    collector.refuse(at, 'not-an-entry');
    return;
  }
  const location = record(entry.location);
  const zone = zoneOf(collector, at, entry.timeZone, location.timeZoneName);
  const when = dayIfWhole(entry, whenOf(entry.creationDate, zone));
  if ('reason' in when) {
    collector.refuse(at, when.reason, when.detail);
    return;
  }
  const { words, photos, hasPhotos } = wordsOf(collector, entry, finder, at);
  const other = leaveMedia(collector, entry, words);
  const instead = hasPhotos && (other ?? 'file') === 'file' ? 'photo' : other;
  leaveOthers(collector, entry);
  const updatedAt = momentIn(entry.modifiedDate);
  const found: Omit<ForeignEntry, 'id'> = {
    at,
    when,
    words,
    ...(instead && { instead }),
    ...photos,
    tags: texts(entry.tags),
    // A place's name is often a street and a number, so only the city is taken.
    city: text(location.localityName),
    weather: weatherOf(record(entry.weather)),
    ...(updatedAt !== undefined && { updatedAt }),
  };
  const id = text(entry.uuid).replaceAll('-', '').toUpperCase();
  if (id === '') collector.add('dayone', text(entry.creationDate), found, true);
  else collector.add('dayone', id, found);
}

/** An entry of a whole day is at local midnight, which is a day before where days end later. */
function dayIfWhole({ isAllDay }: Record<string, unknown>, when: ReturnType<typeof whenOf>) {
  if (isAllDay !== true || !('moment' in when) || when.zone === undefined) return when;
  const local = toLocalText(when.moment, offsetAt(when.zone, when.moment));
  return { ...dayOnly(local.slice(0, 10)), zone: when.zone };
}

/** The words, and the photos in the order in which they stand there, then the others. */
function wordsOf(collector: Collector, entry: Record<string, unknown>, finder: PhotoFinder, at: At) {
  const taking = finder.ofEntry(at);
  const listed = new Map(
    list(entry.photos)
      .map(record)
      .sort((one, other) => (number(one.orderInEntry) ?? 0) - (number(other.orderInEntry) ?? 0))
      .map((photo, index) => [text(photo.identifier) || String(index), photo]),
  );
  const outcomes = new Map<string, boolean>();
  // Files are named after their MD5. An identifier without a file may be that of an older version.
  const takePhoto = (identifier: string): boolean => {
    const { md5, type, isSketch } = listed.get(identifier) ?? {};
    const name = text(md5) === '' ? identifier : `${text(md5)}.${text(type) || 'jpeg'}`;
    const isTaken =
      outcomes.get(identifier) ??
      taking.take(`photos/${name}`, { kind: isSketch === true ? 'drawings' : 'photos' });
    outcomes.set(identifier, isTaken);
    return isTaken;
  };
  const markdown = text(entry.text);
  const embedded: Embedded = { takePhoto, leave: (kind) => collector.leave(kind) };
  const words =
    markdown === '' ? wordsOfRichText(text(entry.richText), embedded) : wordsOfMarkdown(markdown, embedded);
  for (const identifier of listed.keys()) takePhoto(identifier);
  return { words, photos: taking.found, hasPhotos: outcomes.size > 0 };
}

const MEDIA: readonly [string, Exclude<Instead, 'photo'>][] = [
  ['audios', 'recording'],
  ['videos', 'video'],
  ['pdfAttachments', 'file'],
];

/** Counts other media, which are in lists or only in the words, and returns what an entry without words has. */
function leaveMedia(
  collector: Collector,
  entry: Record<string, unknown>,
  words: string,
): Instead | undefined {
  const counts = MEDIA.map(([key, kind]) => {
    const count = Math.max(list(entry[key]).length, words.split(mediaMark(kind)).length - 1);
    collector.leave(MEDIA_NOT_TAKEN[kind], count);
    return { kind, count };
  });
  return counts.find(({ count }) => count > 0)?.kind;
}

function leaveOthers(collector: Collector, entry: Record<string, unknown>): void {
  if (entry.starred === true) collector.leave('stars');
  if (isRecord(entry.music)) collector.leave('music');
  if (text(record(entry.userActivity).activityName) !== '') collector.leave('activities');
  const { localityName, placeName, latitude } = record(entry.location);
  const hasPlace = text(placeName) !== '' || number(latitude) !== undefined;
  if (hasPlace && text(localityName) === '') collector.leave('places');
}

function weatherOf(weather: Record<string, unknown>): { text: string; temperature?: number } {
  const temperature = number(weather.temperatureCelsius);
  return {
    text: conditionOfCode(text(weather.weatherCode), text(weather.conditionsDescription)),
    ...(temperature !== undefined && { temperature }),
  };
}
