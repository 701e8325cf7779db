import { LIMITS } from '@inner-weather/domain/limits';
import { beginningOf } from '@inner-weather/domain/text/length';
import { dayAt, mayBelongTo, offsetIn } from '@inner-weather/domain/time/local-time';
import type { Prepared, PreparedEntry } from './to-entries';
import type { Refused, Remarked, Understood } from './understood';

/* What would come in, as far as a screen shows it. */

/** Refused entries and remarks that are shown, each. */
export const SHOWN_MAX = 50;

/** Characters of an entry that are shown. */
const EXAMPLE_MAX = 160;

/** The first or the last entry. */
export interface End {
  day: string;
  createdAt: string;
  mood: string;
  /** Its beginning. */
  content: string;
}

export interface Outlook {
  count: number;
  ends?: { first: End; last?: End };
  /** How many come along with the words. */
  along: { photos: number; places: number; tags: number; weather: number };
  /** Entries of the file that are too long for one, and what they become. */
  split: { entries: number; parts: number };
  /** What stays in the file, and what the person leaves out. */
  notTaken: Understood['notTaken'];
  refused: { count: number; first: Refused[] };
  remarks: { count: number; first: Remarked[] };
}

/** @param dayEndsAt the hour at which the days of the person end */
export function outlookOf(
  { entries, refused, remarks, split, notTaken }: Prepared,
  dayEndsAt: number,
): Outlook {
  const places = new Set<unknown>();
  const tags = new Set<unknown>();
  let [photos, weather] = [0, 0];
  for (const { entry, photos: ofEntry = [] } of entries) {
    places.add(entry.location);
    if (Array.isArray(entry.tags)) for (const tag of entry.tags) tags.add(tag);
    photos += ofEntry.length;
    if (entry.weatherData) weather += 1;
  }
  const ends = endsOf(entries, dayEndsAt);
  return {
    count: entries.length,
    ...(ends && { ends }),
    along: { photos, weather, places: places.size, tags: tags.size },
    split,
    notTaken,
    refused: { count: refused.length, first: refused.slice(0, SHOWN_MAX) },
    remarks: { count: remarks.length, first: remarks.slice(0, SHOWN_MAX) },
  };
}

/** The day of an entry as the server places it: its own one, if it can belong to that. */
export function dayOfImported(time: string, day: unknown, dayEndsAt: number): string {
  const [moment, offset] = [Date.parse(time), offsetIn(time) ?? 0];
  return typeof day === 'string' && mayBelongTo(day, moment, offset) ? day : dayAt(moment, offset, dayEndsAt);
}

interface Placed {
  day: string;
  moment: number;
  one: PreparedEntry;
}

/** The first and the last entry by their days, so that a day that is off by one is seen. Of a long one, its beginning. */
function endsOf(entries: PreparedEntry[], dayEndsAt: number): Outlook['ends'] {
  let first: Placed | undefined;
  let last: Placed | undefined;
  for (const one of entries) {
    const { createdAt, day } = one.entry;
    const moment = typeof createdAt === 'string' ? Date.parse(createdAt) : NaN;
    if (Number.isNaN(moment) || one.isFurtherPart) continue;
    const placed = { day: dayOfImported(createdAt as string, day, dayEndsAt), moment, one };
    if (!first || isBefore(placed, first)) first = placed;
    if (!last || !isBefore(placed, last)) last = placed;
  }
  if (!first || !last) return undefined;
  return { first: endOf(first), ...(last.one !== first.one && { last: endOf(last) }) };
}

const isBefore = (a: Placed, b: Placed): boolean => a.day < b.day || (a.day === b.day && a.moment < b.moment);

function endOf({ day, one: { entry } }: Placed): End {
  const { createdAt, content, inputMood } = entry;
  return {
    day,
    createdAt: createdAt as string,
    mood: typeof inputMood === 'string' ? inputMood : '',
    content: typeof content === 'string' ? shortened(content) : '',
  };
}

const shortened = (content: string): string => {
  const text = beginningOf(content.slice(0, LIMITS.contentMax), EXAMPLE_MAX);
  return text.length < content.length ? `${text}…` : text;
};
