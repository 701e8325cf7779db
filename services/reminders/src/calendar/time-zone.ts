import { isoWeekdayOf } from '@inner-weather/domain/time/iso-week';
import { offsetAt } from '@inner-weather/domain/time/local-time';

/*
 * A time zone as RFC 5545 describes it (section 3.6.5): when its clocks change, as a rule for each year where there is one.
 * Calendar apps mostly go by the zone's name, but a calendar must contain the description.
 */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Years for which a rule has to hold. Changes without one, such as those of Morocco around Ramadan, are listed instead. */
const YEARS = 12;

/** No zone changes its clocks twice within this time. */
const STEP_MS = 7 * DAY_MS;

/** The weekdays of iCalendar by their ISO number. */
export const WEEKDAYS = ['', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** A change of the clocks. */
interface Change {
  /** The local time on clocks that have not been changed yet, read as if it were UTC. */
  local: Date;
  /** Minutes ahead of UTC, before and after it. */
  before: number;
  after: number;
}

/** The component of a zone, from the year before `now` on. Throws a RangeError for an unknown zone. */
export function timeZoneLines(timeZone: string, now: number): string[] {
  const year = new Date(now).getUTCFullYear() - 1;
  const [start, end] = [Date.UTC(year, 0, 1), Date.UTC(year + YEARS, 0, 1)];
  const changes = changesOf(timeZone, start, end);
  const groups = [...groupOf(changes).values()];
  const rules = groups.map(ruleOf);
  const isRegular = changes.length > 0 && rules.every((rule) => rule !== undefined);
  const offset = offsetAt(timeZone, start);
  const beginning = { local: new Date(start + offset * MINUTE_MS), before: offset, after: offset };
  const observances = isRegular
    ? groups.flatMap(([first], index) => (first ? observance(first, rules[index]) : []))
    : [beginning, ...changes].flatMap((change) => observance(change));
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...observances, 'END:VTIMEZONE'];
}

/** A local time: 20261127T210000. */
export const localTime = (local: Date): string => local.toISOString().slice(0, 19).replace(/[-:]/g, '');

function changesOf(timeZone: string, start: number, end: number): Change[] {
  const changes: Change[] = [];
  for (let from = start; from < end; from += STEP_MS) {
    const [before, after] = [offsetAt(timeZone, from), offsetAt(timeZone, from + STEP_MS)];
    if (before === after) continue;
    let [low, high] = [from, from + STEP_MS];
    while (high - low > MINUTE_MS) {
      const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
      if (offsetAt(timeZone, middle) === before) low = middle;
      else high = middle;
    }
    changes.push({ local: new Date(high + before * MINUTE_MS), before, after });
  }
  return changes;
}

/** Those that could follow one rule: from the same offset to the same, in the same month, at the same time. */
function groupOf(changes: readonly Change[]): Map<string, Change[]> {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const key = `${change.before} ${change.after} ${change.local.getUTCMonth()} ${localTime(change.local).slice(8)}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return groups;
}

/** The rule of changes that come once a year; undefined if there is none. */
function ruleOf(changes: readonly Change[]): string | undefined {
  const dates = changes.map(({ local }) => local);
  const [first] = dates;
  if (!first || dates.length !== YEARS) return undefined;
  const weekday = WEEKDAYS[isoWeekdayOf(Math.floor(first.getTime() / DAY_MS))];
  if (dates.some((date) => date.getUTCDay() !== first.getUTCDay())) return undefined;
  const days = dates.map((date) => date.getUTCDate());
  const yearly = `FREQ=YEARLY;BYMONTH=${first.getUTCMonth() + 1}`;
  if (dates.every(isLastOfMonth)) return `${yearly};BYDAY=-1${weekday}`;
  const [earliest, latest] = [Math.min(...days), Math.max(...days)];
  const week = Math.ceil(earliest / 7);
  if (week === Math.ceil(latest / 7)) return `${yearly};BYDAY=${week}${weekday}`;
  if (latest - earliest !== 6) return undefined;
  // Such as the first Sunday from the 2nd on, in Chile.
  const sevenDays = Array.from({ length: 7 }, (_, day) => earliest + day).join();
  return `${yearly};BYMONTHDAY=${sevenDays};BYDAY=${weekday}`;
}

/** Whether the same weekday does not come again in its month. */
const isLastOfMonth = (date: Date): boolean =>
  new Date(date.getTime() + STEP_MS).getUTCMonth() !== date.getUTCMonth();

function observance({ local, before, after }: Change, rule?: string): string[] {
  const name = after > before ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${name}`,
    `DTSTART:${localTime(local)}`,
    ...(rule ? [`RRULE:${rule}`] : []),
    `TZOFFSETFROM:${offsetText(before)}`,
    `TZOFFSETTO:${offsetText(after)}`,
    `END:${name}`,
  ];
}

/** +0530. */
function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}${twoDigits(size % 60)}`;
}
