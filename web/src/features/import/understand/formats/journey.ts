import { Collector } from '../collector';
import { textOfHtml, withoutScripts } from '../texts/html';
import { momentIn, whenOf } from '../dates/iso-time';
import { wordsOfMarkdown } from '../texts/markdown-words';
import { mediaKindOf, mediaMark } from '../texts/media';
import { isRecord, moment, moodsIn, number, record, text } from '../files/reading';
import { PhotoFinder } from '../photos';
import { moodOfLevel, moodsOf } from '../values/scale';
import { texts } from '../texts/texts';
import type { Bundle, BundleFile, Format } from '../format';
import { type At, type ForeignEntry, ImportFailure, type When } from '../understood';
import { conditionOfIcon } from '../values/weather';
import { zoneOf } from '../dates/zone';

/** Names of the date in the older and in the newer generation. */
const DATE = /"(date_journal|dateOfJournal)"\s*:/;

/** Entries that are looked at. */
const LOOKED_AT = 20;

/** The five faces of the app, from the best to the worst. They have no names in its files. */
const FACES = ['😄', '🙂', '😐', '🙁', '😞'];

const LEVELS = new Map(FACES.map((face, index) => [face, index + 1]));

const jsonFiles = ({ files, isSingle }: Bundle): BundleFile[] =>
  files.filter(({ path }) => isSingle || /\.json$/i.test(path));

/** Journey's ZIP, which has one JSON file per entry beside its pictures. Both generations, and one of these files. */
export const journey: Format = {
  async recognises(bundle) {
    for (const file of jsonFiles(bundle).slice(0, LOOKED_AT)) {
      const start = await file.start();
      if (/^\s*\{/.test(start) && (DATE.test(start) || isEntry(await file.json()))) return true;
    }
    return false;
  },

  async read(bundle) {
    const collector = new Collector('Journey');
    const finder = new PhotoFinder(collector.understood, bundle);
    for (const file of jsonFiles(bundle)) {
      const entry = await file.json();
      const at = bundle.isSingle ? { number: 1 } : { file: file.path };
      if (isEntry(entry)) addEntry(collector, entry, at, finder);
      else if (bundle.isSingle) throw new ImportFailure('cut-off');
      else collector.refuse(at, entry === undefined ? 'unreadable' : 'not-an-entry');
    }
    collector.understood.moods = moodsOf(moodsIn(collector.understood), (face) =>
      moodOfLevel(LEVELS.get(face) ?? 3),
    );
    return collector.understood;
  },
};

const isEntry = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && (Object.hasOwn(value, 'date_journal') || Object.hasOwn(value, 'dateOfJournal'));

function addEntry(collector: Collector, entry: Record<string, unknown>, at: At, finder: PhotoFinder): void {
  if (entry.encrypted === true) {
    collector.refuse(at, 'encrypted');
    return;
  }
  const when = timeOf(entry, zoneOf(collector, at, entry.timezone));
  if ('reason' in when) {
    collector.refuse(at, when.reason, when.detail);
    return;
  }
  const weather = record(entry.weather);
  const attached = [...texts(entry.photos), ...texts(entry.attachments)];
  const media = attached.map(mediaKindOf);
  const photos = finder.ofEntry(at);
  const isTaken = (name: string) => photos.take(name, { ...(at.file !== undefined && { beside: at.file }) });
  for (const name of attached) if (mediaKindOf(name) === 'photo') isTaken(name);
  const mood = FACES[(number(entry.mood) ?? 0) - 1];
  const updatedAt = moment(entry.date_modified) ?? momentIn(entry.updatedAt);
  const found: Omit<ForeignEntry, 'id'> = {
    at,
    when,
    words: wordsOf(entry, isTaken),
    ...(media[0] && { instead: media[0] }),
    ...photos.found,
    ...(mood && { mood }),
    tags: texts(entry.tags),
    // The address is a street. The place of the weather is a city.
    city: text(weather.place),
    weather: weatherOf(weather),
    ...(updatedAt !== undefined && { updatedAt }),
  };
  collector.leaveMedia(media.filter((kind) => kind !== 'photo'));
  leaveOthers(collector, entry);
  const id = text(entry.id);
  if (id === '') collector.add('journey', String(entry.date_journal ?? entry.dateOfJournal), found, true);
  else collector.add('journey', id, found);
}

function timeOf(entry: Record<string, unknown>, zone: string | undefined): ReturnType<typeof whenOf> {
  if (typeof entry.date_journal !== 'number') return whenOf(entry.date_journal ?? entry.dateOfJournal, zone);
  const ms = moment(entry.date_journal);
  if (ms === undefined) return { reason: 'no-date', detail: String(entry.date_journal) };
  const when: When = { moment: ms, ...(zone !== undefined && { zone }) };
  return when;
}

/** Entries of old versions have no type, and may be HTML as well. */
function wordsOf(
  { text: words, preview_text: preview, type }: Record<string, unknown>,
  isTaken: (picture: string) => boolean,
): string {
  const whole = text(words) === '' ? text(preview) : text(words);
  const isHtml =
    type === 'html' || (type !== 'markdown' && /^\s*<(p|div|h[1-6]|ul|ol|blockquote|span)\b/i.test(whole));
  return isHtml
    ? textOfHtml(whole, { img: ({ src = '' }) => (isTaken(src) ? '' : mediaMark('photo')) })
    : wordsOfMarkdown(withoutScripts(whole), isTaken).words;
}

/** The largest number there is stands for "unknown". */
const known = (value: unknown): number | undefined => {
  const found = number(value);
  return found !== undefined && Math.abs(found) < 1e6 ? found : undefined;
};

function weatherOf(weather: Record<string, unknown>): { text: string; temperature?: number } {
  const temperature = known(weather.degree_c) ?? known(weather.degreeC);
  return {
    text: conditionOfIcon(text(weather.icon), known(weather.id), text(weather.description)),
    ...(temperature !== undefined && { temperature }),
  };
}

function leaveOthers(collector: Collector, entry: Record<string, unknown>): void {
  const { lat, name } = record(entry.location);
  const hasPlace =
    [entry.address, name].some((words) => text(words) !== '') ||
    (known(entry.lat) ?? known(lat)) !== undefined;
  if (hasPlace && text(record(entry.weather).place).trim() === '') collector.leave('places');
  if (entry.favourite === true) collector.leave('stars');
  if (text(entry.music_title) !== '' || isRecord(entry.music)) collector.leave('music');
  if ((known(entry.activity) ?? 0) > 0 || text(entry.activity) !== '') collector.leave('activities');
  if ((known(entry.sentiment) ?? 0) !== 0) collector.leave('scales');
}
