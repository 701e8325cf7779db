import type { Weekday } from '@inner-weather/domain/statistics/weekdays';
import type { WeatherKind } from '@inner-weather/domain/weather/skies';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { isolate } from '../lib/language/isolate';
import { dateFormat } from '../lib/language/formats';

/* The days of a group, as one of the subjects of “… were brighter than the others.” */

const WEEKDAYS: Record<Weekday, MessageDescriptor> = {
  1: msg({ message: 'Mondays', comment: 'Subject of: Mondays were brighter than the others.' }),
  2: msg({ message: 'Tuesdays', comment: 'Subject of: Tuesdays were brighter than the others.' }),
  3: msg({ message: 'Wednesdays', comment: 'Subject of: Wednesdays were brighter than the others.' }),
  4: msg({ message: 'Thursdays', comment: 'Subject of: Thursdays were brighter than the others.' }),
  5: msg({ message: 'Fridays', comment: 'Subject of: Fridays were brighter than the others.' }),
  6: msg({ message: 'Saturdays', comment: 'Subject of: Saturdays were brighter than the others.' }),
  7: msg({ message: 'Sundays', comment: 'Subject of: Sundays were brighter than the others.' }),
};

const SKIES: Record<WeatherKind, MessageDescriptor> = {
  clear: msg({ message: 'clear days', comment: 'Subject of: Clear days were brighter than the others.' }),
  cloudy: msg({ message: 'cloudy days', comment: 'Subject of: Cloudy days were brighter than the others.' }),
  fog: msg({ message: 'foggy days', comment: 'Subject of: Foggy days were brighter than the others.' }),
  rain: msg({ message: 'rainy days', comment: 'Subject of: Rainy days were brighter than the others.' }),
  snow: msg({ message: 'snowy days', comment: 'Subject of: Snowy days were brighter than the others.' }),
  storm: msg({ message: 'stormy days', comment: 'Subject of: Stormy days were brighter than the others.' }),
  other: msg({
    message: 'days of other weather',
    comment: 'Subject of: Days of other weather were brighter than the others.',
  }),
};

/** Each kind gets the name of a group as the server sends it. */
const SUBJECTS = {
  weekdays: (weekday: string) => nameIn(WEEKDAYS, weekday),
  hours: (hour: string) => {
    const [start, end] = [hourInWords(hour), hourInWords(String(Number(hour) + 1))];
    return t({
      message: `entries from ${start} to ${end}`,
      comment: 'Subject of: Entries from 21:00 to 22:00 were brighter than the others.',
    });
  },
  skies: (kind: string) => nameIn(SKIES, kind),
  cities: (name: string) => {
    const city = isolate(name);
    return t({
      message: `days in ${city}`,
      comment: 'Subject of: Days in Porto were brighter than the others.',
    });
  },
  tags: (name: string) => {
    const tag = isolate(name);
    return t({
      message: `days with “${tag}”`,
      comment: 'Subject of: Days with “Family” were brighter than the others.',
    });
  },
} as const;

export type GroupKind = keyof typeof SUBJECTS;

export const subjectOf = (kind: GroupKind, name: string): string => SUBJECTS[kind](name);

/** `21:00`, or `9:00 PM`. @param hour 0 to 24 */
export const hourInWords = (hour: string): string =>
  dateFormat({ hour: '2-digit', minute: '2-digit' }).format(Number(hour) * 60 * 60_000);

function nameIn(names: Record<string, MessageDescriptor>, name: string): string {
  const descriptor = names[name];
  return descriptor ? i18n._(descriptor) : name;
}
