import { Temporal } from 'temporal-polyfill';

/** The instants between which a range of days lies: `from` is the first one in it, `until` the first one after it. */
export interface DayBounds {
  from: Date;
  until: Date;
}

/**
 * The instants of a range of days (YYYY-MM-DD, both inclusive) in an IANA time zone. A day begins at its first
 * instant: where midnight is skipped, when the clocks have moved; where it comes twice, at the first; and a day
 * that a zone never had (Apia, 2011-12-30) is empty.
 */
export function dayBounds(startDate: string, endDate: string, timeZone: string): DayBounds {
  return {
    from: startOfDay(Temporal.PlainDate.from(startDate), timeZone),
    until: startOfDay(Temporal.PlainDate.from(endDate).add({ days: 1 }), timeZone),
  };
}

/** The day that it is now in an IANA time zone, YYYY-MM-DD. */
export function today(timeZone: string): string {
  return Temporal.Now.plainDateISO(timeZone).toString();
}

/** The day of an instant (ISO 8601) in an IANA time zone, YYYY-MM-DD. */
export function dayOf(instant: string, timeZone: string): string {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

function startOfDay(day: Temporal.PlainDate, timeZone: string): Date {
  return new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
}
