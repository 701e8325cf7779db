import type { MoodStep } from '@inner-weather/domain/entries/own-moods';
import { textOfNote, withTitle } from '../../texts/html-or-text';
import { MEDIA_NOT_TAKEN } from '../../texts/media';
import {
  addNotTaken,
  detailOf,
  emptyUnderstood,
  isRecord,
  list,
  moment,
  number,
  record,
  text,
  textOrNumber,
  uniqueIds,
} from '../../files/reading';
import { Measuring } from '../../values/measured';
import { PhotoFinder } from '../../photos';
import { type Level, moodOfLevel, moodOfName, stepOfLevel } from '../../values/scale';
import { minuteOf } from '../../sameness';
import { dayOnly } from '../../dates/when';
import type { Bundle, Format } from '../../format';
import { type ForeignEntry, ImportFailure, type Instead, type Understood, type When } from '../../understood';

type Values = Record<string, unknown>;

const DATA = /(^|\/)backup\.daylio$/i;

/** How JSON begins in base64: `{"`, alone or after a line break. */
const START = /^\s*(eyJ|ewog|ewo)/;

/** Daylio's names for moods without a name of their own, from the best to the worst. */
const STANDARD_NAMES = ['rad', 'good', 'meh', 'bad', 'awful'];

const MINUTE_MS = 60_000;

/** The largest offset that a place has, in minutes. */
const OFFSET_MAX = 14 * 60;

/** The backup of Daylio: a ZIP with JSON in base64, beside pictures and recordings. */
export const daylioBackup: Format = {
  reads: 'one',

  async recognises(bundle) {
    const file = dataIn(bundle);
    if (!file) return false;
    return !bundle.isSingle || (/\.daylio$/i.test(file.path) && START.test(await file.start()));
  },

  async read(bundle) {
    const data = parsed((await dataIn(bundle)?.text()) ?? '');
    if (!Array.isArray(data.dayEntries)) throw new ImportFailure('no-entries', 'Daylio');
    return understoodOf(data, data.dayEntries, bundle);
  },
};

const dataIn = ({ files, isSingle }: Bundle) => files.find(({ path }) => isSingle || DATA.test(path));

/** @throws ImportFailure */
function parsed(content: string): Values {
  try {
    return record(JSON.parse(content.trimStart().startsWith('{') ? content : textOfBase64(content)));
  } catch {
    throw new ImportFailure('damaged');
  }
}

function textOfBase64(base64: string): string {
  const characters = atob(base64);
  const bytes = new Uint8Array(characters.length);
  // `Uint8Array.from` would hold a list of all of them first.
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at);
  return new TextDecoder().decode(bytes);
}

function understoodOf(data: Values, items: unknown[], bundle: Bundle): Understood {
  const understood = emptyUnderstood('Daylio');
  const finder = new PhotoFinder(understood, bundle);
  const moods = moodsIn(data);
  const tags = byId(data.tags, ({ name }) => text(name).trim());
  const assets = byId(data.assets, assetOf);
  const scales = byId(data.scales, ({ name }) => text(name).trim());
  const measuring = new Measuring();
  const [missingAssets, shownPhotos] = [new Set<string>(), new Set<string>()];
  const meanings = new Map<string, string>();
  const steps = new Map<string, MoodStep>();
  const minutes: string[] = [];
  items.forEach((item, index) => {
    const at = { number: index + 1 };
    if (!isRecord(item)) {
      understood.refused.push({ at, reason: 'not-an-entry' });
      return;
    }
    const time = whenOf(item);
    if (!time) {
      understood.refused.push({ at, reason: 'no-date' });
      return;
    }
    if (time.other !== undefined)
      understood.remarks.push({ at, remark: 'times-disagree', detail: time.other });
    const mood = moods.get(textOrNumber(item.mood));
    if (mood) {
      meanings.set(mood.name, mood.meaning);
      if (mood.step !== undefined) steps.set(mood.name, mood.step);
    } else if (item.mood !== undefined && item.mood !== null)
      understood.remarks.push({ at, remark: 'unknown-mood', detail: detailOf(textOrNumber(item.mood)) });
    const tagIds = list(item.tags).map(textOrNumber);
    const names = tagIds.flatMap((id) => tags.get(id) || []);
    addNotTaken(understood, 'activities', tagIds.length - names.length);
    const assetIds = list(item.assets).map(textOrNumber);
    const photos = finder.ofEntry(at);
    for (const id of assetIds) {
      const asset = assets.get(id);
      if (!asset) missingAssets.add(id);
      if (asset?.kind !== 'photo') continue;
      shownPhotos.add(id);
      photos.take(asset.name);
    }
    addNotTaken(understood, 'stars', item.isFavorite === true ? 1 : 0);
    const measures = {};
    for (const scale of list(item.scaleValues).map(record)) {
      const name = scales.get(textOrNumber(scale.scaleId) || textOrNumber(scale.scale_id)) ?? '';
      measuring.note(measures, name, textOrNumber(scale.value), { askedOn: 'always' });
    }
    addNotTaken(understood, 'places', item.address ? 1 : 0);
    const words = withTitle(text(item.note_title), textOfNote(text(item.note)));
    minutes.push(localOf(item) ?? minuteOf(time.when));
    understood.entries.push({
      // Each phone counts from 1, and counts anew when the app is installed again.
      id: '',
      formerIds: [`daylio:${textOrNumber(item.id) || (moment(item.datetime) ?? 'none')}`],
      at,
      when: time.when,
      words,
      // Activities say more than "a photo".
      ...(names.length === 0 && assetIds.length > 0 && { instead: insteadOf(assetIds, assets) }),
      ...photos.found,
      ...(mood && { mood: mood.name }),
      tags: names,
      measures,
    });
  });
  identify(understood.entries, minutes);
  takeGoals(data, tags, understood, measuring);
  measuring.finish(understood);
  // Photos of no entry stay, too.
  for (const [id, { kind }] of assets)
    if (!shownPhotos.has(id)) addNotTaken(understood, MEDIA_NOT_TAKEN[kind], 1);
  addNotTaken(understood, 'others', missingAssets.size);
  addNotTaken(understood, 'templates', list(data.writingTemplates).length);
  return { ...understood, moods: Object.fromEntries(meanings), steps: Object.fromEntries(steps) };
}

/**
 * Gives entries the ids that they have in the CSV, by the minute that the app shows. Those of one minute are counted from
 * the oldest one; both files begin with the newest.
 */
function identify(entries: ForeignEntry[], minutes: string[]): void {
  const idOf = uniqueIds();
  const momentOf = ({ when }: ForeignEntry): number => ('moment' in when ? when.moment : 0);
  const oldestFirst = entries
    .map((entry, index) => ({ entry, minute: minutes[index] ?? '' }))
    .reverse()
    .sort((a, b) => momentOf(a.entry) - momentOf(b.entry));
  for (const { entry, minute } of oldestFirst) entry.id = idOf(`daylio:${minute.replace('T', ' ')}`);
}

/** The days on which a goal was reached, as yes, in an entry of that day or one of their own. */
function takeGoals(
  data: Values,
  tags: Map<string, string>,
  understood: Understood,
  measuring: Measuring,
): void {
  const goals = new Map(
    list(data.goals)
      .map(record)
      .map((goal) => [
        textOrNumber(goal.goal_id),
        text(goal.name).trim() || tags.get(textOrNumber(goal.id_tag)) || '',
      ]),
  );
  const reached = list(data.goalEntries).map(record);
  // Months of goals begin at 0 or at 1, by the platform: the moment of the tap is on the same day, or nearly.
  const daysOff = (first: number) =>
    reached.reduce((sum, goal) => {
      const off = Math.abs(dayOfGoal(goal, first) - (moment(goal.createdAt) ?? NaN));
      return Number.isNaN(off) ? sum : sum + off;
    }, 0);
  const first = daysOff(0) <= daysOff(1) ? 0 : 1;
  const ofDay = new Map<string, ForeignEntry>();
  for (const entry of understood.entries) {
    const day = localDay(entry.when);
    if (day !== undefined && !ofDay.has(day)) ofDay.set(day, entry);
  }
  for (const [index, goal] of reached.entries()) {
    const at = dayOfGoal(goal, first);
    const name = goals.get(textOrNumber(goal.goalId)) ?? '';
    if (Number.isNaN(at) || name === '') {
      addNotTaken(understood, 'goals', 1);
      continue;
    }
    const day = new Date(at).toISOString().slice(0, 10);
    const entry = ofDay.get(day) ?? {
      id: `daylio:goals ${day}`,
      at: { number: index + 1 },
      when: dayOnly(day),
      words: '',
      tags: [],
      measures: {},
    };
    if (!ofDay.has(day)) understood.entries.push(entry);
    ofDay.set(day, entry);
    measuring.note((entry.measures ??= {}), name, 'yes', { askedOn: 'always', daySum: 'most' });
  }
}

const dayOfGoal = ({ year, month, day }: Values, first: number): number =>
  Date.UTC(number(year) ?? NaN, (number(month) ?? NaN) - first, number(day) ?? NaN);

function localDay(when: When): string | undefined {
  if ('local' in when) return when.local.slice(0, 10);
  if (!('moment' in when) || when.offset === undefined) return undefined;
  return new Date(when.moment + when.offset * MINUTE_MS).toISOString().slice(0, 10);
}

interface Asset {
  kind: Instead;
  /** Of its file, which is in a folder for its month and has no extension. */
  name: string;
}

const assetOf = ({ type, checksum }: Values): Asset => ({
  // Before there were recordings, there was no type.
  kind: type === 1 || type === undefined ? 'photo' : type === 2 ? 'recording' : 'file',
  name: text(checksum),
});

const insteadOf = (ids: string[], assets: Map<string, Asset>): Instead =>
  ids.map((id) => assets.get(id)?.kind).find((kind) => kind !== undefined) ?? 'file';

function byId<T>(items: unknown, valueOf: (item: Values) => T): Map<string, T> {
  return new Map(
    list(items)
      .filter(isRecord)
      .map((item): [string, T] => [textOrNumber(item.id), valueOf(item)]),
  );
}

/** The moods by their ids. Those without a name are shown by Daylio in the app's language. */
function moodsIn(data: Values): Map<string, { name: string; meaning: string; step?: MoodStep }> {
  return byId(data.customMoods, (mood) => {
    const level = [mood.mood_group_id, mood.predefined_name_id].map(number).find(isLevel);
    const standard = number(mood.predefined_name_id);
    const name =
      text(mood.custom_name).trim() ||
      (STANDARD_NAMES[(isLevel(standard) ? standard : (level ?? 0)) - 1] ?? `Mood ${textOrNumber(mood.id)}`);
    if (level === undefined) return { name, meaning: moodOfName(name) };
    return { name, meaning: moodOfLevel(level), step: stepOfLevel(level) };
  });
}

const isLevel = (value: number | undefined): value is Level =>
  value !== undefined && Number.isInteger(value) && value >= 1 && value <= 5;

/**
 * The time of an entry. The moment with its offset counts. The fields of the local time, which it agrees with unless the
 * clock was changed, count if there is no offset. `other` is what they say if they disagree.
 */
function whenOf(item: Values): { when: When; other?: string } | undefined {
  const fields = localOf(item);
  const at = moment(item.datetime);
  const offset = Math.round((number(item.timeZoneOffset) ?? NaN) / MINUTE_MS);
  const hasOffset = Math.abs(offset) <= OFFSET_MAX;
  if (at === undefined || (!hasOffset && fields !== undefined))
    return fields === undefined ? undefined : { when: { local: fields } };
  if (!hasOffset) return { when: { moment: at } };
  const local = moment(at + offset * MINUTE_MS);
  if (local === undefined) return undefined;
  const isSame = fields === undefined || new Date(local).toISOString().startsWith(fields);
  return { when: { moment: at, offset }, ...(!isSame && { other: fields.replace('T', ' ') }) };
}

/** The fields of the local time; months begin at 0. Days that do not exist are refused later. */
function localOf(item: Values): string | undefined {
  const [year, month, day, hour, minute] = ['year', 'month', 'day', 'hour', 'minute'].map((name) => {
    const value = number(item[name]);
    return value !== undefined && Number.isInteger(value) && value >= 0 ? value : undefined;
  });
  if ([year, month, day, hour, minute].includes(undefined)) return undefined;
  const digits = (value: number | undefined, length = 2) => String(value).padStart(length, '0');
  return `${digits(year, 4)}-${digits((month ?? 0) + 1)}-${digits(day)}T${digits(hour)}:${digits(minute)}`;
}
