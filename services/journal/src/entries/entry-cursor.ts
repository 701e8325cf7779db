import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { Types } from 'mongoose';
import type { DayRange } from './day-range.js';
import type { ShownEntry } from './entry.mapper.js';

/** The last entry of a page. Entries are ordered by day, then by moment, newest first. */
export interface EntryCursor {
  /** YYYY-MM-DD. */
  day: string;
  createdAt: Date;
  /** 24 hexadecimal digits. */
  id: string;
}

export function cursorAfter({
  _id,
  createdAt,
  day,
}: Pick<ShownEntry, '_id' | 'createdAt' | 'day'>): EntryCursor {
  return { day, createdAt, id: _id.toHexString() };
}

/** Finds the entries of some days after the cursor, in that order. */
export const filterAfter = ({ startDate, endDate }: DayRange, after?: EntryCursor) => ({
  day: { $gte: startDate, $lte: after && after.day < endDate ? after.day : endDate },
  ...(after && {
    $or: [
      { day: { $lt: after.day } },
      { createdAt: { $lt: after.createdAt } },
      { createdAt: after.createdAt, _id: { $lt: new Types.ObjectId(after.id) } },
    ],
  }),
});

/** The result is opaque to clients. */
export function encodeEntryCursor({ day, createdAt, id }: EntryCursor): string {
  return Buffer.from(`${day}.${createdAt.getTime()}.${id}`).toString('base64url');
}

/** Throws `validation_failed` for text that `encodeEntryCursor` did not return. */
export function decodeEntryCursor(cursor: string): EntryCursor {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, day, time, id] = /^(\d{4}-\d\d-\d\d)\.(-?\d{1,15})\.([0-9a-f]{24})$/.exec(text) ?? [];
  if (!day || !time || !id)
    throw new DomainError('validation_failed', {
      ...problem(JOURNAL_PROBLEMS.cursor_invalid),
      field: 'cursor',
    });
  return { day, createdAt: new Date(Number(time)), id };
}
