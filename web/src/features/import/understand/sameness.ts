import type { ForeignEntry, When } from './understood';

/*
 * What identifies an entry in all versions of its file, so that it comes in once: its id, its time and its words. The
 * server compares all three (services/journal/src/import/sameness.ts). A format gives the id with a prefix:
 *
 * - the id of the app, if no other diary can have it: `dayone:<uuid>`;
 * - else the time as the file has it, alone or behind a number that each phone counts from 1: `daylio:2024-03-30 08:10`.
 *   The time is one that an edit in the other app does not change, and does not depend on what the person chooses here.
 *
 * An id that changes takes the one before along in `formerIds`, or what is here already would come in once more.
 */

type Compared = Pick<ForeignEntry, 'when' | 'words'>;

/** Whether two entries of a file that have the same id are one, of which one version may be newer. */
export const isSameEntry = (one: Compared, other: Compared): boolean =>
  (one.words === other.words && one.words !== '') || minuteOf(one.when) === minuteOf(other.when);

/** The local minute where it is known, so that two files of an app can be compared. */
export function minuteOf(when: When): string {
  if ('numbers' in when) return `${when.numbers.join('/')} ${when.time ?? ''}`;
  if ('local' in when) return when.local.slice(0, 16);
  const moment = new Date(when.moment + (when.offset ?? 0) * 60_000);
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString().slice(0, 16);
}
