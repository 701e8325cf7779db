import { t } from '@lingui/core/macro';
import { timeZone } from '../../lib/dates/zone';
import { timeZoneInWords } from '../../lib/dates/time-zones';
import { isolate } from '../../lib/language/isolate';
import type { Reminders } from './api/reminders';

/** Whose clocks count: those of what is saved, and before anything is, those on which it will be saved. */
export function zoneInWords({ on, timeZone: saved }: Pick<Reminders, 'on' | 'timeZone'>): string {
  const current = isolate(timeZoneInWords(timeZone()));
  const zone = on && saved ? isolate(timeZoneInWords(saved)) : current;
  return zone === current
    ? t`In the time of ${zone}.`
    : t`In the time of ${zone}. Save to have them in the time of ${current}.`;
}
