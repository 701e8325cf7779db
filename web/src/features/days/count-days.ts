import { weatherKindOf } from '@inner-weather/domain/weather/skies';
import { yearOf } from '../../lib/dates/calendar';
import type { KeptEntries } from '../../lib/copy/entries';
import { moodsStore } from '../../lib/entry/moods';
import { type Entry, isOnlyMeasured } from '../../lib/entry/entry';
import type { Days, WrittenDay } from './api/list-days';

/** The days of a year with more entries. @param entries newest first, of any year */
export function withEntries(days: Days, entries: readonly Entry[]): Days {
  const byDay = new Map(days.days.map((day) => [day.day, day]));
  const photos = new Map(days.days.map(({ day, photo }) => [day, photo]));
  for (const entry of entries) {
    if (yearOf(entry.day) !== days.year) continue;
    const day = counted(byDay.get(entry.day), entry, 1);
    // The first of the day, which is in the last of the entries. A photo that is shown already stays.
    const photo = photos.get(entry.day) ?? entry.photos?.[0] ?? day.photo;
    byDay.set(entry.day, { ...day, photo });
  }
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
 * The days of a year with fewer entries. One that is not counted, because the answer is older than it, changes nothing. The
 * weather stays: it may be that of another entry.
 */
export function withoutEntries(days: Days, entries: readonly Entry[]): Days {
  const byDay = new Map(days.days.map((day) => [day.day, day]));
  for (const entry of entries) {
    const day = byDay.get(entry.day);
    if (!day) continue;
    const known = moodsStore.get().find(entry.inputMood);
    const hasMood = known !== undefined && countsOf(day).has(known.name);
    if (!hasMood && (day.otherMoods === 0 || known)) continue;
    const fewer = counted(day, entry, -1);
    if (fewer.entries > 0) byDay.set(entry.day, fewer);
    else byDay.delete(entry.day);
  }
  return { ...days, days: [...byDay.values()] };
}

/**
 * What the kept entries say of a year; undefined if it is not among them. The first day is the one from which all entries are
 * kept, since what is before it is not known.
 */
export function countKept({ entries, since }: KeptEntries, year: number): Days | undefined {
  if (since !== null && yearOf(since) > year) return undefined;
  // Values set by a script are nothing that was written, and the device cannot tell them from others.
  const written = entries.filter((entry) => !isOnlyMeasured(entry));
  const counted = withEntries({ year, firstDay: null, lastDay: null, days: [] }, written);
  return { ...counted, firstDay: since ?? counted.firstDay, since };
}

/** The entries of each mood on a day, by its present name: what the device keeps may have a former one. */
const countsOf = ({ moods }: WrittenDay): Map<string, number> =>
  new Map(moods.map(({ mood, entries }) => [moodsStore.get().nameOf(mood), entries]));

/** A day with one entry more or less, as the server counts it. */
function counted(
  day: WrittenDay = { day: '', entries: 0, moods: [], otherMoods: 0, sky: null, photo: null },
  { day: written, inputMood, weatherStatus, weatherData, photos = [] }: Entry,
  more: 1 | -1,
): WrittenDay {
  const counts = countsOf(day);
  const name = moodsStore.get().nameOf(inputMood);
  counts.set(name, (counts.get(name) ?? 0) + more);
  const moods = moodsStore.get().all.flatMap((mood) => {
    const entries = counts.get(mood.name);
    return entries ? [{ mood: mood.name, entries }] : [];
  });
  const entries = day.entries + more;
  const sky = weatherStatus === 'ready' ? (weatherKindOf(weatherData) ?? null) : null;
  return {
    day: written,
    entries,
    moods,
    otherMoods: entries - moods.reduce((sum, one) => sum + one.entries, 0),
    sky: day.sky ?? sky,
    photo: more < 0 && day.photo && photos.includes(day.photo) ? null : day.photo,
  };
}
