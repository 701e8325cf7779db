import { isTimeZone, offsetAt, toLocalText } from '@inner-weather/domain/time/local-time';
import { Collector } from '../collector';
import { withoutScripts } from '../texts/html';
import { momentIn, whenOf } from '../dates/iso-time';
import { wordsOfDelta } from '../texts/quill';
import { isRecord, list, number, record, text } from '../files/reading';
import { wordsOfMarkdown } from '../texts/markdown-words';
import { type EntryPhotos, PhotoFinder } from '../photos';
import { moodOfLevel, moodOfName, moodsOf } from '../values/scale';
import { texts } from '../texts/texts';
import type { Bundle, BundleFile, Format } from '../format';
import { type At, type ForeignEntry, ImportFailure, type Instead } from '../understood';
import { conditionOfCode, weatherOfLine } from '../values/weather';
import { minuteOf } from '../sameness';
import { dayOnly, isLocalTime } from '../dates/when';
import { zoneOf } from '../dates/zone';

type Fields = Record<string, unknown>;

const jsonFiles = ({ files, isSingle }: Bundle): BundleFile[] =>
  files.filter(({ path }) => isSingle || /\.json$/i.test(path));

/** Journiv's export: a ZIP with a JSON file and `media/`, or the JSON file. */
export const journiv: Format = {
  reads: 'one',

  async recognises(bundle) {
    return (await exportIn(bundle)) !== undefined;
  },

  async read(bundle) {
    const whole = await (await exportIn(bundle))?.json();
    if (!isRecord(whole)) throw new ImportFailure('cut-off');
    const collector = new Collector('Journiv');
    const finder = new PhotoFinder(collector.understood, bundle);
    const home = text(record(whole.user_settings).time_zone);
    const reader: Reader = { collector, finder, ...(isTimeZone(home) && { home }) };
    list(whole.journals).forEach((journal, index) => {
      const title = text(record(journal).title);
      const file = title === '' ? String(index + 1) : title;
      list(record(journal).entries).forEach((entry, number) => {
        addEntry(reader, entry, record(entry).moment, { file, number: number + 1 });
      });
    });
    list(whole.moments).forEach((moment, index) => {
      addMoment(reader, moment, { file: 'moments', number: index + 1 });
    });
    collector.leave('goals', list(whole.goals).length);
    collector.understood.moods = moodsIn(collector, list(whole.mood_definitions).map(record));
    return collector.understood;
  },
};

interface Reader {
  collector: Collector;
  finder: PhotoFinder;
  /** The zone in the settings of the person. */
  home?: string;
}

async function exportIn(bundle: Bundle): Promise<BundleFile | undefined> {
  for (const file of jsonFiles(bundle).slice(0, 20)) {
    if (/^\s*\{\s*"export_version"\s*:/.test(await file.start())) return file;
    if (!/"(export_version|journals)"\s*:/.test(await file.start())) continue;
    const whole = record(await file.json());
    if (Array.isArray(whole.journals) && Object.hasOwn(whole, 'export_version')) return file;
  }
  return undefined;
}

/** A moment is a mood without words. In some versions, the entry hangs below it. */
function addMoment(reader: Reader, moment: unknown, at: At): void {
  const { entry, entries } = record(moment);
  const below = [...(isRecord(entry) ? [entry] : []), ...list(entries)];
  const { logged_at, logged_at_utc, logged_date, logged_date_tz, logged_timezone } = record(moment);
  const times = { logged_at, logged_at_utc, logged_date, logged_date_tz, logged_timezone };
  for (const one of below) addEntry(reader, { ...times, ...record(one) }, moment, at);
  if (below.length === 0) addEntry(reader, moment, moment, at);
}

function addEntry(reader: Reader, entry: unknown, ofMoment: unknown, at: At): void {
  const { collector, finder } = reader;
  if (!isRecord(entry)) {
    collector.refuse(at, 'not-an-entry');
    return;
  }
  const moment = record(ofMoment);
  const when = timeOf(reader, entry, at);
  if ('reason' in when) {
    collector.refuse(at, when.reason, when.detail);
    return;
  }
  const photos = finder.ofEntry(at);
  const { words, media } = wordsOf(entry, moment, photos);
  collector.leaveMedia(media.filter((kind) => kind !== 'photo'));
  const log = record(entry.mood_log);
  const mood = [log.mood_name, moment.primary_mood_name].map(text).find((name) => name !== '');
  const location = [entry.location_json, moment.location_json, moment.location_data].map(record);
  const city = location.map(({ locality }) => text(locality)).find((name) => name !== '');
  if (city === undefined && location.some((place) => number(place.latitude) !== undefined))
    collector.leave('places');
  const updatedAt = momentIn(inUtc(entry.updated_at));
  const found: Omit<ForeignEntry, 'id'> = {
    at,
    when,
    words,
    ...(media[0] && { instead: media[0] }),
    ...photos.found,
    ...(mood !== undefined && { mood }),
    tags: [
      ...texts(entry.tags),
      ...list(moment.mood_activity).map((link) => text(record(link).activity_name)),
    ],
    ...(city !== undefined && { city }),
    weather: weatherOf(entry, moment),
    ...(updatedAt !== undefined && { updatedAt }),
  };
  const id = text(entry.external_id);
  // Entries that were imported there together have the same time of creation.
  const created = text(entry.created_at);
  if (id === '') collector.add('journiv', `${created}+${minuteOf(when)}`, found, true, created);
  else collector.add('journiv', id, found);
}

/** Times are in UTC, sometimes without saying so. */
const inUtc = (value: unknown): string => {
  const time = text(value).trim();
  return time === '' || /(Z|[+-]\d\d:?\d\d)$/i.test(time) ? time : `${time}Z`;
};

/**
 * The local day is stored beside the moment, and is the one that the person sees. Where the two disagree, such as in entries
 * without a zone, the moment is read on clocks that show that day.
 */
function timeOf({ collector, home }: Reader, entry: Fields, at: At): ReturnType<typeof whenOf> {
  const name = text(entry.entry_timezone) || text(entry.logged_timezone) || 'UTC';
  const zone = zoneOf(collector, at, name);
  const day = [entry.entry_date, entry.logged_date, entry.logged_date_tz].map(text).find(isDay);
  const times = [entry.entry_datetime_utc, entry.logged_at, entry.logged_at_utc];
  const when = whenOf(inUtc(times.find((time) => text(time) !== '')), zone);
  if (day === undefined) return when;
  if ('reason' in when) return { ...dayOnly(day), ...(zone !== undefined && { zone }) };
  if (!('moment' in when) || zone === undefined) return when;
  const { moment } = when;
  const localIn = (offset: number) => toLocalText(moment, offset);
  const local = localIn(offsetAt(zone, moment));
  if (local.startsWith(day)) return when;
  if (home !== undefined && localIn(offsetAt(home, moment)).startsWith(day)) return { moment, zone: home };
  collector.remark(at, 'times-disagree', `${local.slice(0, 10)}, ${day}`);
  // The full hour that is nearest to UTC.
  const offset = HOURS.map((hour) => hour * 60).find((minutes) => localIn(minutes).startsWith(day));
  return offset === undefined ? { local: `${day}T${local.slice(11, 19)}`, zone } : { moment, offset };
}

/** 0, 1, -1, 2, -2 and so on, to the largest offset that a place has. */
const HOURS = Array.from({ length: 29 }, (_, n) => (n % 2 === 1 ? (n + 1) / 2 : -n / 2));

const isDay = (value: string): boolean => isLocalTime(`${value}T12:00`);

/** The delta is what the app shows. Older versions have Markdown. */
function wordsOf(entry: Fields, moment: Fields, photos: EntryPhotos): { words: string; media: Instead[] } {
  const listed = [...new Set([...list(entry.media), ...list(moment.media)])].map(record);
  const pictures = listed
    .filter((one) => kindOf(one) === 'photo')
    .map(({ id, file_path, filename, alt_text }) => {
      const names = [file_path, filename, id].map(text).filter((name) => name !== '');
      return { names, isTaken: photos.take(names[0] ?? '', { description: text(alt_text) }) };
    });
  // Without a list, the text says only how many there are.
  const isTaken = (name: string): boolean => {
    if (listed.length === 0) return photos.take(name);
    const named = pictures.filter(({ names }) => names.some((one) => name.includes(one)));
    return (named.length > 0 ? named : pictures).every((picture) => picture.isTaken);
  };
  const delta = wordsOfDelta(entry.content_delta, isTaken);
  const markdown = text(entry.content) === '' ? text(entry.content_plain_text) : text(entry.content);
  const written =
    delta.words === '' ? wordsOfMarkdown(withoutScripts(markdown), isTaken) : { words: delta.words };
  const notes = new Set([text(record(entry.mood_log).note), text(moment.note)]);
  return {
    words: [text(entry.title), written.words, ...notes]
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join('\n\n'),
    media: listed.length === 0 ? delta.media : listed.map(kindOf),
  };
}

function kindOf({ media_type }: Fields): Instead {
  const type = text(media_type);
  return type === 'image' ? 'photo' : type === 'video' ? 'video' : type === 'audio' ? 'recording' : 'file';
}

function weatherOf(entry: Fields, moment: Fields): { text: string; temperature?: number } {
  const [weather = {}] = [entry.weather_json, moment.weather_json, moment.weather_data].filter(isRecord);
  const line = weatherOfLine(text(entry.weather_summary));
  const condition = conditionOfCode(text(weather.code), text(weather.condition));
  const temperature = number(weather.temp_c) ?? line.temperature;
  return {
    text: condition === '' ? line.text : condition,
    ...(temperature !== undefined && { temperature }),
  };
}

/** Scores are from 1 to 5, or from -5 to 5. The best one is the largest. Most moods have none. */
function moodsIn({ understood }: Collector, definitions: Fields[]): Record<string, string> {
  const scores = new Map(definitions.map(({ name, score }) => [text(name), number(score)]));
  const isSigned = [...scores.values()].some((score) => score !== undefined && score < 1);
  const used = understood.entries.flatMap(({ mood }) => (mood === undefined ? [] : [mood]));
  return moodsOf(used, (name) => {
    const score = scores.get(name);
    if (score === undefined) return moodOfName(name);
    return moodOfLevel(isSigned ? 3 - (score * 2) / 5 : 6 - score);
  });
}
