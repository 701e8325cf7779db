import { offsetAt, toLocalText } from '@inner-weather/domain/time/local-time';
import { Collector } from '../collector';
import { withoutScripts } from '../texts/html';
import { momentIn, whenOf } from '../dates/iso-time';
import { wordsOfDelta } from '../texts/quill';
import { isRecord, list, number, record, text } from '../files/reading';
import { PhotoFinder } from '../photos';
import { moodOfLevel, moodOfName, moodsOf } from '../scale';
import { texts } from '../texts/texts';
import {
  type At,
  type Bundle,
  type BundleFile,
  type ForeignEntry,
  type Format,
  ImportFailure,
  type Instead,
} from '../understood';
import { conditionOfCode, weatherOfLine } from '../weather';
import { minuteOf } from '../sameness';
import { dayOnly, isLocalTime } from '../dates/when';
import { zoneOf } from '../dates/zone';

type Fields = Record<string, unknown>;

const jsonFiles = ({ files, isSingle }: Bundle): BundleFile[] =>
  files.filter(({ path }) => isSingle || /\.json$/i.test(path));

/** Journiv's export: a ZIP with a JSON file and `media/`, or the JSON file. */
export const journiv: Format = {
  async recognises(bundle) {
    return (await exportIn(bundle)) !== undefined;
  },

  async read(bundle) {
    const whole = await (await exportIn(bundle))?.json();
    if (!isRecord(whole)) throw new ImportFailure('cut-off');
    const collector = new Collector('Journiv');
    const finder = new PhotoFinder(collector.understood, bundle);
    list(whole.journals).forEach((journal, index) => {
      const title = text(record(journal).title);
      const file = title === '' ? String(index + 1) : title;
      list(record(journal).entries).forEach((entry, number) => {
        addEntry(collector, entry, record(entry).moment, { file, number: number + 1 }, finder);
      });
    });
    list(whole.moments).forEach((moment, index) => {
      addMoment(collector, moment, { file: 'moments', number: index + 1 }, finder);
    });
    collector.leave('goals', list(whole.goals).length);
    collector.understood.moods = moodsIn(collector, list(whole.mood_definitions).map(record));
    return collector.understood;
  },
};

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
function addMoment(collector: Collector, moment: unknown, at: At, finder: PhotoFinder): void {
  const { entry, entries } = record(moment);
  const below = [...(isRecord(entry) ? [entry] : []), ...list(entries)];
  const { logged_at, logged_at_utc, logged_date, logged_date_tz, logged_timezone } = record(moment);
  const times = { logged_at, logged_at_utc, logged_date, logged_date_tz, logged_timezone };
  for (const one of below) addEntry(collector, { ...times, ...record(one) }, moment, at, finder);
  if (below.length === 0) addEntry(collector, moment, moment, at, finder);
}

function addEntry(
  collector: Collector,
  entry: unknown,
  ofMoment: unknown,
  at: At,
  finder: PhotoFinder,
): void {
  if (!isRecord(entry)) {
    collector.refuse(at, 'not-an-entry');
    return;
  }
  const moment = record(ofMoment);
  const when = timeOf(collector, entry, at);
  if ('reason' in when) {
    collector.refuse(at, when.reason, when.detail);
    return;
  }
  const { words, media, listed } = wordsOf(entry, moment);
  const photos = finder.ofEntry(at);
  for (const medium of listed.filter((one) => kindOf(one) === 'photo'))
    photos.take(text(medium.file_path) || text(medium.filename), { description: text(medium.alt_text) });
  // Without a list, the text says only how many there are.
  collector.leaveMedia(listed.length === 0 ? media : media.filter((kind) => kind !== 'photo'));
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

/** The local day is stored beside the moment, and is the one that the person sees. */
function timeOf(collector: Collector, entry: Fields, at: At): ReturnType<typeof whenOf> {
  const name = text(entry.entry_timezone) || text(entry.logged_timezone) || 'UTC';
  const zone = zoneOf(collector, at, name);
  const day = [entry.entry_date, entry.logged_date, entry.logged_date_tz].map(text).find(isDay);
  const times = [entry.entry_datetime_utc, entry.logged_at, entry.logged_at_utc];
  const when = whenOf(inUtc(times.find((time) => text(time) !== '')), zone);
  if (day === undefined) return when;
  if ('reason' in when) return { ...dayOnly(day), ...(zone !== undefined && { zone }) };
  if (!('moment' in when) || zone === undefined) return when;
  const local = toLocalText(when.moment, offsetAt(zone, when.moment));
  if (local.startsWith(day)) return when;
  collector.remark(at, 'times-disagree', `${local.slice(0, 10)}, ${day}`);
  return { local: `${day}T${local.slice(11, 19)}`, zone };
}

const isDay = (value: string): boolean => isLocalTime(`${value}T12:00`);

/** The delta is what the app shows. Older versions have Markdown. */
function wordsOf(entry: Fields, moment: Fields): { words: string; media: Instead[]; listed: Fields[] } {
  const delta = wordsOfDelta(entry.content_delta);
  const markdown = text(entry.content) === '' ? text(entry.content_plain_text) : text(entry.content);
  const listed = [...new Set([...list(entry.media), ...list(moment.media)])].map(record);
  const notes = new Set([text(record(entry.mood_log).note), text(moment.note)]);
  const parts = [text(entry.title), delta.words === '' ? withoutScripts(markdown) : delta.words, ...notes];
  return {
    words: parts
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join('\n\n'),
    media: listed.length === 0 ? delta.media : listed.map(kindOf),
    listed,
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
