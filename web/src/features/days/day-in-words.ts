import { plural, t } from '@lingui/core/macro';
import { weekdayAndDay } from '../../lib/dates/calendar';
import { listInWords } from '../../lib/language/formats';
import { moodInWords } from '../../lib/entry/moods';
import { kindInWords } from '../../lib/weather/sky';
import type { WrittenDay } from './api/list-days';

/** The written days of a year by their names; undefined while they are not known. */
export type WrittenDays = ReadonlyMap<string, WrittenDay> | undefined;

/** `Happy`, `Happy and Tired`. */
export function moodsInWords({ moods, otherMoods }: WrittenDay): string {
  const names = moods.map(({ mood }) => moodInWords(mood));
  if (otherMoods > 0)
    names.push(t({ message: 'another mood', comment: 'Last in a list: Happy and another mood' }));
  return listInWords(names);
}

/** `Friday 20 November: Happy, 2 entries`. */
export function dayInWords(day: string, days: WrittenDays, today: string): string {
  const date = weekdayAndDay(day);
  if (!days) return date;
  const written = days.get(day);
  if (!written) return day > today ? t`${date}: still to come` : t`${date}: nothing written`;
  const moods = moodsInWords(written);
  const { entries } = written;
  return plural(entries, {
    one: `${date}: ${moods}, # entry`,
    other: `${date}: ${moods}, # entries`,
  });
}

/** `Friday 20 November: Happy, 2 entries, rain, with photos`. */
export function dayWithAllInWords(day: string, days: WrittenDays, today: string): string {
  let words = dayInWords(day, days, today);
  const written = days?.get(day);
  if (written?.sky) {
    const weather = kindInWords(written.sky);
    words = t({ message: `${words}, ${weather}`, comment: 'Friday 20 November: Happy, 2 entries, rain' });
  }
  if (written?.photo)
    words = t({ message: `${words}, with photos`, comment: 'Friday 20 November: Happy, 2 entries' });
  return words;
}
