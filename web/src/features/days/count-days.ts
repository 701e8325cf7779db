import { MOODS } from '@inner-weather/domain/entries/moods';
import { weatherKindOf } from '@inner-weather/domain/weather/skies';
import { yearOf } from '../../lib/dates/calendar';
import type { KeptEntries } from '../../lib/copy/entries';
import type { Entry } from '../../lib/entry/entry';
import type { Days, WrittenDay } from './api/list-days';

/** The days of a year with more entries. @param entries newest first, of any year */
export function withEntries(days: Days, entries: readonly Entry[]): Days {
  const byDay = new Map(days.days.map((day) => [day.day, day]));
  for (const entry of entries)
    if (yearOf(entry.day) === days.year) byDay.set(entry.day, withEntry(byDay.get(entry.day), entry));
  const known = [days.firstDay, days.lastDay, ...entries.map(({ day }) => day)]
    .filter((day) => day !== null)
    .sort();
  return {
    ...days,
    firstDay: known[0] ?? null,
    lastDay: known.at(-1) ?? null,
    days: [...byDay.values()].sort((one, other) => (one.day < other.day ? -1 : 1)),
  };
}

/**
 * What the kept entries say of a year; undefined if it is not among them. The first day is the one from which all entries are
 * kept, since what is before it is not known.
 */
export function countKept({ entries, since }: KeptEntries, year: number): Days | undefined {
  if (since !== null && yearOf(since) > year) return undefined;
  const counted = withEntries({ year, firstDay: null, lastDay: null, days: [] }, entries);
  return { ...counted, firstDay: since ?? counted.firstDay, since };
}

/** As the server counts a day. */
function withEntry(
  day: WrittenDay = { day: '', entries: 0, moods: [], otherMoods: 0, sky: null },
  { day: name, inputMood, weatherStatus, weatherData }: Entry,
): WrittenDay {
  const counts = new Map<string, number>(day.moods.map(({ mood, entries }) => [mood, entries]));
  counts.set(inputMood, (counts.get(inputMood) ?? 0) + 1);
  const moods = MOODS.flatMap((mood) => {
    const entries = counts.get(mood);
    return entries === undefined ? [] : [{ mood, entries }];
  });
  const entries = day.entries + 1;
  const sky = weatherStatus === 'ready' ? (weatherKindOf(weatherData) ?? null) : null;
  return {
    day: name,
    entries,
    moods,
    otherMoods: entries - moods.reduce((sum, one) => sum + one.entries, 0),
    sky: day.sky ?? sky,
  };
}
