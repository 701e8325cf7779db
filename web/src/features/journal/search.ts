import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { OWN_ID_PATTERN } from '@inner-weather/domain/own-lists/own-lists';
import { WEATHER_KINDS, type WeatherKind } from '@inner-weather/domain/weather/skies';
import { YEARS } from '@inner-weather/domain/statistics/mood-days';
import { isolate } from '../../lib/language/isolate';
import { sessionStore } from '../../lib/api/session';
import { addDays, daysOfMonth, yearOf } from '../../lib/dates/calendar';
import { rangeInWords } from '../../lib/dates/dates';
import { boundsInWords } from '../../lib/measures/bounds-in-words';
import type { Measure } from '../../lib/measures/measures';
import { moodInWords, moodsStore } from '../../lib/entry/moods';
import type { DayRange, EntriesScope, EntryFilters } from '../../lib/entry/entry';

/** Ranges of days by the name in the address. All but the summer end today. */
const PRESETS = {
  today: msg`Today`,
  week: msg`Last 7 days`,
  month: msg`Last 30 days`,
  summer: msg`Last summer`,
  year: msg`This year`,
  all: msg({ message: 'All', comment: 'All days of the journal' }),
};

export type Preset = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as Preset[];
export const presetInWords = (preset: Preset): string => i18n._(PRESETS[preset]);

/** Filter values that match every entry with, or without, a mood, weather or tags. */
const WITH = 'with';
const WITHOUT = 'without';

export type Choice = [value: string, label: string];

export const moodChoices = (): Choice[] => [
  ['', t`Any mood`],
  ...moodsStore.get().all.map(({ name }): Choice => [name, moodInWords(name)]),
  [WITH, t`With a mood`],
  [WITHOUT, t`Without a mood`],
];

const SKY_LABELS: Record<WeatherKind, MessageDescriptor> = {
  clear: msg`Clear skies`,
  cloudy: msg`Cloudy`,
  fog: msg`Foggy`,
  rain: msg`Rainy`,
  snow: msg`Snowy`,
  storm: msg`Stormy`,
  other: msg`Other weather`,
};

export const weatherChoices = (): Choice[] => [
  ['', t`Any weather`],
  ...WEATHER_KINDS.map((kind): Choice => [kind, i18n._(SKY_LABELS[kind])]),
  [WITH, t`With weather`],
  [WITHOUT, t`Without weather`],
];

const isWeatherChoice = (value: string): boolean =>
  isPresence(value) || WEATHER_KINDS.some((kind) => kind === value);

export const tagChoices = (): Choice[] => [
  ['', t`Any tag`],
  [WITH, t`With tags`],
  [WITHOUT, t`Without tags`],
];

export const photoChoices = (): Choice[] => [
  ['', t`With and without photos`],
  [WITH, t`With photos`],
  [WITHOUT, t`Without photos`],
];

/** The filters besides the days; '' means any. */
export interface Wishes {
  words: string;
  /** A mood, WITH or WITHOUT. */
  mood: string;
  /** A kind of weather, WITH or WITHOUT. */
  weather: string;
  city: string;
  /** A tag, WITH or WITHOUT. */
  tag: string;
  /** WITH or WITHOUT. */
  photos: string;
  /** The id of a measure, and numbers: its values below the one, and from the other on. */
  measure: string;
  measureBelow: string;
  measureFrom: string;
}

const WISHES = [
  ...(['words', 'mood', 'weather', 'city', 'tag', 'photos'] as const),
  ...(['measure', 'measureBelow', 'measureFrom'] as const),
];

/** @param of the value of each; '' if it has none */
const wishesBy = (of: (name: keyof Wishes) => string) =>
  Object.fromEntries(WISHES.map((name) => [name, of(name)])) as unknown as Wishes;

const NO_WISHES = wishesBy(() => '');

/** A search of the journal page. The days of a `preset` move with today. */
export interface Search extends Wishes {
  days: DayRange;
  preset?: Preset;
}

export function daysOfPreset(preset: Preset, today: string): DayRange {
  switch (preset) {
    case 'today':
      return { startDate: today, endDate: today };
    case 'week':
      return { startDate: addDays(today, -6), endDate: today };
    case 'month':
      return { startDate: addDays(today, -29), endDate: today };
    case 'summer':
      return summerBefore(today);
    case 'year':
      return { startDate: `${today.slice(0, 4)}-01-01`, endDate: today };
    case 'all':
      return { startDate: `${YEARS.min}-01-01`, endDate: today };
  }
}

/** The last summer that is over, where the user's home is: south of the equator, it ends in February. */
function summerBefore(today: string): DayRange {
  const session = sessionStore.get();
  const isSouth = session.status === 'authenticated' && session.user.place?.startsWith('geo:-');
  const endIn = (year: number) => daysOfMonth(year, isSouth ? 2 : 8).at(-1) ?? today;
  const year = yearOf(today);
  const endDate = endIn(year) < today ? endIn(year) : endIn(year - 1);
  return { startDate: isSouth ? `${yearOf(endDate) - 1}-12-01` : `${yearOf(endDate)}-06-01`, endDate };
}

/** Which wishes are valid, where not all are: what is in the address, or being typed, may be anything. */
const VALID: Partial<Record<keyof Wishes, (wish: string, wishes: Wishes) => boolean>> = {
  weather: isWeatherChoice,
  photos: (wish) => isPresence(wish),
  measure: (wish) => OWN_ID_PATTERN.test(wish),
  measureBelow: isBound,
  measureFrom: isBound,
};

function isBound(wish: string, { measure }: Wishes): boolean {
  return measure !== '' && Number.isFinite(Number(wish));
}

/** A search in these days, with the name of the preset that has the same days, if any. */
export function searchOn(days: DayRange, today: string, wishes: Wishes = NO_WISHES): Search {
  const preset = PRESET_NAMES.find((name) => {
    const { startDate, endDate } = daysOfPreset(name, today);
    return startDate === days.startDate && endDate === days.endDate;
  });
  const valid = (name: keyof Wishes) => (VALID[name]?.(wishes[name], wishes) === false ? '' : wishes[name]);
  return { days, ...wishesBy(valid), ...(preset && { preset }) };
}

/** The most days by which another time zone can be ahead: at +14:00 it can be the day after tomorrow of -12:00. */
export const AHEAD_MAX = 2;

/**
 * The days to request from the server. A range that ends today is extended, because an entry from farther east may belong
 * to a day that begins here tomorrow.
 */
export function daysToAsk({ days, preset }: Search, today: string): DayRange {
  return preset === 'today' || days.endDate !== today
    ? days
    : { ...days, endDate: addDays(today, AHEAD_MAX) };
}

/** The journal page opens with the newest entries of all days, so that it is not empty after a pause. */
const FIRST: Preset = 'all';

export const firstSearch = (today: string): Search => searchOn(daysOfPreset(FIRST, today), today);

/**
 * Reads the search from the fragment of the address. Browsers never send the fragment to a server, so the searched words
 * appear in no log. Invalid values are ignored.
 */
export function readSearch(fragment: string, today: string): Search {
  const params = new URLSearchParams(fragment.replace(/^#/, ''));
  const wishes = wishesBy((name) => (params.get(name) ?? '').trim());
  const [startDate, endDate] = [dayIn(params.get('from')), dayIn(params.get('to'))];
  if (startDate && endDate && startDate <= endDate) return searchOn({ startDate, endDate }, today, wishes);
  const preset = PRESET_NAMES.find((name) => name === params.get('days'));
  return searchOn(daysOfPreset(preset ?? FIRST, today), today, wishes);
}

/** The fragment of a search; '' for the search that the page opens with. */
export function fragmentOf({ days, preset, ...wishes }: Search): string {
  const params = new URLSearchParams();
  if (!preset) {
    params.set('from', days.startDate);
    params.set('to', days.endDate);
  } else if (preset !== FIRST) params.set('days', preset);
  for (const name of WISHES) if (wishes[name]) params.set(name, wishes[name]);
  const text = params.toString();
  return text && `#${text}`;
}

/** The filters of a request; undefined if there are none besides the days. */
export function filtersOf(wishes: Wishes): EntryFilters | undefined {
  const { words, mood, weather, city, tag, photos, measure, measureBelow, measureFrom } = wishes;
  const filters: EntryFilters = {
    ...(words && { words }),
    ...(mood && (isPresence(mood) ? { hasMood: mood === WITH } : { mood })),
    ...(weather &&
      (isPresence(weather)
        ? { hasWeather: weather === WITH }
        : { weather: weather as EntryFilters['weather'] })),
    ...(city && { city }),
    ...(tag && (isPresence(tag) ? { hasTags: tag === WITH } : { tag })),
    ...(photos && { hasPhotos: photos === WITH }),
    ...(measure && {
      measure,
      ...(measureBelow && { measureBelow: Number(measureBelow) }),
      ...(measureFrom && { measureFrom: Number(measureFrom) }),
    }),
  };
  return Object.keys(filters).length > 0 ? filters : undefined;
}

const isPresence = (wish: string): boolean => wish === WITH || wish === WITHOUT;

/** The filters besides the days, in words. @param measures which the user has defined */
export function wishesInWords(wishes: Wishes, measures: readonly Measure[]): string[] {
  const { words, mood, weather, city, tag, photos, measure } = wishes;
  const label = (choices: Choice[], value: string) =>
    choices.find(([choice]) => choice === value)?.[1] ?? isolate(value);
  return [
    words && quoted(words),
    mood && label(moodChoices(), mood),
    weather && label(weatherChoices(), weather),
    isolate(city),
    tag && label(tagChoices(), tag),
    photos && label(photoChoices(), photos),
    ...(measure
      ? boundsInWords(
          measures.find(({ _id }) => _id === measure),
          filtersOf(wishes) ?? {},
        )
      : []),
  ].filter((wish) => wish !== '');
}

/** Words that have quotation marks already keep them. */
function quoted(typed: string): string {
  const words = isolate(typed);
  return /["“”„«»]/.test(typed) ? words : t({ message: `“${words}”`, comment: 'The searched words' });
}

/** The search in words; '' if it matches every entry. */
export function searchInWords(search: Search, measures: readonly Measure[]): string {
  const { preset, days } = search;
  const wishes = wishesInWords(search, measures);
  const inDays = preset ? presetInWords(preset) : rangeInWords(days.startDate, days.endDate);
  return (preset === 'all' ? wishes : [inDays, ...wishes]).join(' · ');
}

/** The presets that end today. */
export type WidePreset = Exclude<Preset, 'summer'>;

/** The preset with the next earlier first day; undefined if there is none. */
export function widerThan({ days }: Search, today: string): WidePreset | undefined {
  const first = (preset: Preset) => daysOfPreset(preset, today).startDate;
  return PRESET_NAMES.filter((preset) => preset !== 'summer')
    .filter((preset) => first(preset) < days.startDate)
    .sort((a, b) => (first(a) < first(b) ? 1 : -1))[0];
}

function dayIn(text: string | null): string | undefined {
  return text && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

/** What is asked of a person's journal. */
export function scopeOf(userReference: string, search: Search, today: string): EntriesScope {
  const filters = filtersOf(search);
  return { ...daysToAsk(search, today), userReference, ...(filters && { filters }) };
}
