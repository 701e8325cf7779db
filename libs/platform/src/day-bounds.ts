import { Temporal } from 'temporal-polyfill';
import { dayName, ZoneClock } from './zone-clock.js';

/** A range of days as instants: `from` is the first one in it, `until` the first one after it. */
export interface DayBounds {
  from: Date;
  until: Date;
}

/**
 * The instants of a range of days (YYYY-MM-DD, both inclusive) in an IANA time zone. A day begins at its first instant.
 * If a change of the clocks skips midnight, that is the instant of the change; if midnight comes twice, it is the first
 * one. A day that a zone skipped (Apia, 2011-12-30) is empty.
 */
export function dayBounds(startDate: string, endDate: string, timeZone: string): DayBounds {
  return {
    from: startOfDay(Temporal.PlainDate.from(startDate), timeZone),
    until: startOfDay(Temporal.PlainDate.from(endDate).add({ days: 1 }), timeZone),
  };
}

/** The current day in an IANA time zone, YYYY-MM-DD. */
export function today(timeZone: string): string {
  return Temporal.Now.plainDateISO(timeZone).toString();
}

/** The day of an instant (ISO 8601) in an IANA time zone, YYYY-MM-DD. */
export function dayOf(instant: string, timeZone: string): string {
  return dayName(ZoneClock.of(timeZone).at(Date.parse(instant)).day);
}

function startOfDay(day: Temporal.PlainDate, timeZone: string): Date {
  return new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
}
