import { differenceOfPeriods, type GroupDay, PERIOD_DAYS_MIN } from '@inner-weather/domain/statistics/chance';
import type { DayScoreDto, MoodGroupDto } from '@inner-weather/contracts/journal/days.dto';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { dayName, dayNumber } from '@inner-weather/domain/time/local-time';
import { type Difference, GROUP_DAYS_MIN } from '@inner-weather/domain/statistics/mood-days';
import { MoodGroups } from '@inner-weather/domain/statistics/mood-groups';
import { type KnownMood, type Moods, PRESET_MOODS } from '@inner-weather/domain/entries/own-moods';
import { WEEKDAYS, weekdayOf } from '@inner-weather/domain/statistics/weekdays';
import { rounded } from '@inner-weather/domain/statistics/rounded';
import { normaliseCity } from '@inner-weather/domain/weather/city';
import { OTHER_WEATHER, type WeatherKind, weatherKindOf } from '@inner-weather/domain/weather/skies';
import type { Language } from '@inner-weather/languages/languages';
import { sentimentOf } from './lexicon.js';

const ENGLISH_WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** @param weekday the name of a group by weekday, 1 (Monday) to 7 */
const weekdayInEnglish = (weekday: string): string => ENGLISH_WEEKDAYS[Number(weekday) - 1] ?? weekday;

/** The cities that are compared. */
const PLACES_MAX = 12;

/** Entries with words of the lexicon below which nothing is said about the sound of the words. */
const SCORED_MIN = 3;

/** What is counted about one entry. */
export interface EntryFigures {
  id: string;
  createdAt: string;
  /** Days since 1970-01-01. */
  day: number;
  inputMood: string;
  /** -2 to 2; undefined if averages leave it out. */
  mood?: number;
  /** Undefined for words that are no mood of the writer, and for none. */
  known?: KnownMood;
  /** -5 to 5; undefined if no word of the text is in the lexicon. */
  sentiment?: number;
  sky?: WeatherKind;
  location: string;
  /** Characters. */
  length: number;
}

/** All figures. Groups are of days with a mood that counts in averages, like those of the charts. */
export interface Statistics {
  entries: number;
  /** YYYY-MM-DD. */
  firstDay: string;
  lastDay: string;
  /** How often each mood was chosen, the most frequent first; moods that were never chosen are left out. */
  moods: { name: string; entries: number; isOwn: boolean }[];
  /** How many entries have a mood in other words, and how many have none. */
  ownMoods: number;
  withoutMood: number;
  /** Every day on which something was written, in order. */
  days: DayScoreDto[];
  /** The mean of the days' moods, from GROUP_DAYS_MIN days. */
  mood?: number;
  /** From -5 to 5; undefined unless three entries, and half of those that are no check-ins, have words of the lexicon. */
  sentiment?: number;
  /** How the later half of the days with a mood differs from the earlier one; undefined where they are too few to compare. */
  trend?: Difference | null;
  skies: MoodGroupDto[];
  /** By `Weekday`, from Monday on. */
  weekdays: MoodGroupDto[];
  places: MoodGroupDto[];
  /** Newest first, like the entries. */
  each: EntryFigures[];
}

/**
 * Entries are newest first, at least one.
 * @param language of the account
 * @param moods of the writer
 */
export function statisticsOf(
  entries: EntryDto[],
  language: Language = 'en',
  moods: Moods = PRESET_MOODS,
): Statistics {
  const each = entries.map((entry) => figuresOfEntry(entry, language, moods));
  const days = daysOf(each);
  const scores = days.flatMap(({ day, score }) => (score === undefined ? [] : [{ day, score }]));
  const moodCounts = moods.all.map((mood) => ({
    name: mood.name,
    isOwn: mood.own !== undefined,
    entries: each.filter(({ known }) => known === mood).length,
  }));
  const half = Math.floor(scores.length / 2);
  return {
    entries: each.length,
    firstDay: dayName(days[0]?.day ?? 0),
    lastDay: dayName(days.at(-1)?.day ?? 0),
    moods: moodCounts.filter((mood) => mood.entries > 0).sort((a, b) => b.entries - a.entries),
    ownMoods: each.filter(({ known, inputMood }) => !known && inputMood !== '').length,
    withoutMood: each.filter(({ inputMood }) => inputMood === '').length,
    days: days.map(({ day, score }) => ({
      day: dayName(day),
      score: score === undefined ? null : rounded(score),
    })),
    mood: scores.length < GROUP_DAYS_MIN ? undefined : mean(scores.map(({ score }) => score)),
    sentiment: soundOf(each),
    trend:
      half < PERIOD_DAYS_MIN ? undefined : differenceOfPeriods(scores.slice(-half), scores.slice(0, half)),
    ...groupsOf(each),
    each,
  };
}

/** The figures as plain lines. They hold nothing that a person wrote, so they may stand next to instructions. */
export function figuresOf(statistics: Statistics): string {
  const { entries, days, firstDay, lastDay, moods, ownMoods, withoutMood, mood, sentiment, trend } =
    statistics;
  const presets = moods.filter(({ isOwn }) => !isOwn);
  const chosenMoods = presets.map(({ name, entries: n }) => `${name} ${n}`);
  const otherMoods = moods.reduce((sum, { isOwn, entries: n }) => sum + (isOwn ? n : 0), ownMoods);
  const lines = [
    `Entries: ${entries} on ${days.length} days, ${firstDay} to ${lastDay}.`,
    `Moods chosen: ${[...chosenMoods, `other words ${otherMoods}`, `none ${withoutMood}`].join(', ')}.`,
  ];
  if (mood !== undefined) lines.push(`Mean mood of the days on a scale from -2 to 2: ${mood.toFixed(1)}.`);
  if (trend !== undefined)
    lines.push(
      `The later half of the days beside the earlier half: ${trend ?? 'no difference beyond chance'}.`,
    );
  if (sentiment !== undefined)
    lines.push(`Mean sentiment of the words from -5 to 5: ${sentiment.toFixed(1)}.`);
  const weekdays = statistics.weekdays.map((group) => ({ ...group, name: weekdayInEnglish(group.name) }));
  lines.push(...groupLines('weather', statistics.skies), ...groupLines('weekday', weekdays));
  return lines.join('\n');
}

function groupLines(label: string, groups: MoodGroupDto[]): string[] {
  const means = groups.flatMap(({ name, days, mean, differs }) =>
    mean === null ? [] : [`${name} ${mean.toFixed(1)} (${days} days, ${differs ?? labelOf(name)})`],
  );
  return means.length > 1 ? [`Mean mood by ${label}: ${means.join(', ')}.`] : [];
}

const labelOf = (name: string): string =>
  name === OTHER_WEATHER ? 'not compared' : 'no difference beyond chance';

function figuresOfEntry(entry: EntryDto, language: Language, moods: Moods): EntryFigures {
  const { _id: id, inputMood, weatherData, weatherStatus, location, content, createdAt, day } = entry;
  const known = moods.find(inputMood);
  return {
    id,
    createdAt,
    day: dayNumber(day),
    inputMood,
    mood: known?.score ?? undefined,
    known,
    sentiment: sentimentOf(content, language),
    sky: weatherStatus === 'ready' ? weatherKindOf(weatherData) : undefined,
    location,
    length: content.length,
  };
}

/** The days in order, each with the mean of its moods. */
function daysOf(each: EntryFigures[]): (Partial<GroupDay> & { day: number })[] {
  return [...byDay(each)].map(([day, entries]) => ({ day, score: mean(entries.map(({ mood }) => mood)) }));
}

/** The entries of each day, in the order of the days. */
export function byDay(each: EntryFigures[]): Map<number, EntryFigures[]> {
  const days = new Map<number, EntryFigures[]>();
  for (const entry of each) {
    const day = days.get(entry.day);
    if (day) day.push(entry);
    else days.set(entry.day, [entry]);
  }
  return new Map([...days].sort(([a], [b]) => a - b));
}

function groupsOf(each: EntryFigures[]): Pick<Statistics, 'skies' | 'weekdays' | 'places'> {
  const [skies, weekdays, places] = [new MoodGroups(), new MoodGroups(), new MoodGroups()];
  for (const { day, mood, sky, location } of each.toReversed()) {
    if (mood === undefined) continue;
    const weekday = weekdayOf(day);
    weekdays.add(weekday, weekday, day, mood);
    if (sky) skies.add(sky, sky, day, mood);
    if (location) places.add(normaliseCity(location), location, day, mood);
  }
  return {
    skies: skies.ofWeather(),
    weekdays: weekdays.inOrder(WEEKDAYS),
    places: places.largest(PLACES_MAX).groups,
  };
}

function soundOf(each: EntryFigures[]): number | undefined {
  const scoredCount = each.filter(({ sentiment }) => sentiment !== undefined).length;
  const writtenCount = each.filter(({ length }) => length > 0).length;
  if (scoredCount < SCORED_MIN || scoredCount < writtenCount / 2) return undefined;
  return mean(each.map(({ sentiment }) => sentiment));
}

function mean(values: (number | undefined)[]): number | undefined {
  const definedValues = values.filter((value) => value !== undefined);
  return definedValues.length > 0
    ? definedValues.reduce((sum, value) => sum + value, 0) / definedValues.length
    : undefined;
}
