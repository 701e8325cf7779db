import type { EntryDto } from '@inner-weather/contracts/entries.dto';
import { MOODS, type Mood } from '@inner-weather/contracts/moods';
import { type Sky, skyOf } from '@inner-weather/contracts/skies';
import { dayOf } from '@inner-weather/platform/day-bounds';
import { sentimentOf } from './lexicon.js';

/** How each mood counts, from -2 to 2. The scale is ours: it orders the moods, it measures nobody. */
const MOOD_SCORES: Record<Mood, number> = {
  'Very Happy': 2,
  Happy: 1,
  Neutral: 0,
  Tired: -1,
  Sad: -2,
  Angry: -2,
};

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** A group of fewer entries says nothing about the group. */
const GROUP_MIN = 3;

/** Entries that have something in common, and their mean mood. */
export interface MoodGroup<Name extends string = string> {
  name: Name;
  /** Entries with one of the six moods; only they count here. */
  entries: number;
  /** -2 to 2. */
  mood: number;
}

/** What is known of one entry. */
export interface EntryFigures {
  /** YYYY-MM-DD. */
  day: string;
  inputMood: string;
  /** -2 to 2; undefined for other words than the six. */
  mood?: number;
  /** -5 to 5; undefined where no word of the text is in the lexicon. */
  sentiment?: number;
  sky?: Sky;
  weatherData: string;
  location: string;
}

/** Everything that is counted. Groups are those of GROUP_MIN entries or more, the best mood first. */
export interface Statistics {
  entries: number;
  days: number;
  firstDay: string;
  lastDay: string;
  /** How often each of the six was chosen, the most frequent first; the ones never chosen are left out. */
  moods: { name: Mood; entries: number }[];
  /** Entries with other words, or none. */
  otherMoods: number;
  mood?: number;
  sentiment?: number;
  /** The later half's mean mood less the earlier half's. */
  trend?: number;
  skies: MoodGroup<Sky>[];
  weekdays: MoodGroup[];
  places: MoodGroup[];
  /** Newest first, as the entries were. */
  each: EntryFigures[];
}

/** Counts. Entries are newest first, at least one. */
export function statisticsOf(entries: EntryDto[], timeZone: string): Statistics {
  const each = entries.map((entry) => figuresOfEntry(entry, timeZone));
  const days = [...new Set(each.map(({ day }) => day))].sort();
  const counted = MOODS.map((name) => ({
    name,
    entries: each.filter(({ inputMood }) => inputMood === name).length,
  }));
  return {
    entries: each.length,
    days: days.length,
    firstDay: days[0] ?? '',
    lastDay: days.at(-1) ?? '',
    moods: counted.filter((mood) => mood.entries > 0).sort((a, b) => b.entries - a.entries),
    otherMoods: each.filter(({ mood }) => mood === undefined).length,
    mood: mean(each.map(({ mood }) => mood)),
    sentiment: mean(each.map(({ sentiment }) => sentiment)),
    trend: trendOf(each),
    skies: groupsOf(each, ({ sky }) => sky),
    weekdays: groupsOf(each, ({ day }) => weekdayOf(day)),
    places: groupsOf(each, ({ location }) => location),
    each,
  };
}

/** The figures as plain lines. Nothing that a person wrote is among them, so they can stand beside instructions. */
export function figuresOf(statistics: Statistics): string {
  const { entries, days, firstDay, lastDay, moods, otherMoods, mood, sentiment, trend, skies, weekdays } =
    statistics;
  const lines = [
    `Entries: ${entries} on ${days} days, ${firstDay} to ${lastDay}.`,
    `Moods chosen: ${[...moods.map(({ name, entries: n }) => `${name} ${n}`), `other words ${otherMoods}`].join(', ')}.`,
  ];
  if (mood !== undefined) lines.push(`Mean mood on a scale from -2 to 2: ${mood.toFixed(1)}.`);
  if (trend !== undefined)
    lines.push(`Mean mood of the later half less the earlier half: ${trend.toFixed(1)}.`);
  if (sentiment !== undefined)
    lines.push(`Mean sentiment of the words from -5 to 5: ${sentiment.toFixed(1)}.`);
  if (skies.length > 1) lines.push(`Mean mood by weather: ${listed(skies)}.`);
  if (weekdays.length > 1) lines.push(`Mean mood by weekday: ${listed(weekdays)}.`);
  return lines.join('\n');
}

function listed(groups: MoodGroup[]): string {
  return groups
    .map(({ name, entries, mood }) => `${name} ${mood.toFixed(1)} (${entries} entries)`)
    .join(', ');
}

function figuresOfEntry(entry: EntryDto, timeZone: string): EntryFigures {
  const { inputMood, weatherData, weatherStatus, location, content, createdAt } = entry;
  const known = MOODS.find((mood) => mood === inputMood);
  return {
    day: dayOf(createdAt, timeZone),
    inputMood,
    mood: known && MOOD_SCORES[known],
    sentiment: sentimentOf(content),
    sky: weatherStatus === 'ready' ? skyOf(weatherData) : undefined,
    weatherData: weatherStatus === 'ready' ? weatherData : '',
    location,
  };
}

function weekdayOf(day: string): string | undefined {
  return WEEKDAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7];
}

function groupsOf<Name extends string>(
  each: EntryFigures[],
  nameOf: (entry: EntryFigures) => Name | undefined,
): MoodGroup<Name>[] {
  const moods = new Map<Name, number[]>();
  for (const entry of each) {
    const name = nameOf(entry);
    if (name === undefined || entry.mood === undefined) continue;
    const ofName = moods.get(name);
    if (ofName) ofName.push(entry.mood);
    else moods.set(name, [entry.mood]);
  }
  return [...moods]
    .filter(([, values]) => values.length >= GROUP_MIN)
    .map(([name, values]) => ({ name, entries: values.length, mood: mean(values) ?? 0 }))
    .sort((a, b) => b.mood - a.mood || b.entries - a.entries);
}

function trendOf(each: EntryFigures[]): number | undefined {
  const moods = each.flatMap(({ mood }) => (mood === undefined ? [] : [mood]));
  const half = Math.floor(moods.length / 2);
  if (half < GROUP_MIN) return undefined;
  const later = mean(moods.slice(0, half));
  const earlier = mean(moods.slice(-half));
  return later === undefined || earlier === undefined ? undefined : later - earlier;
}

function mean(values: (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : undefined;
}
