import { LIMITS } from '@inner-weather/domain/limits';
import { lengthOf } from '@inner-weather/domain/text/length';
import { isVisible } from '@inner-weather/domain/text/visible';
import { offsetIn } from '@inner-weather/domain/time/local-time';
import { isInRange, isLocalTime } from './dates/when';
import { detailOf } from './files/reading';
import type { Refused } from './understood';

/**
 * Why the server refuses an entry of our own export, as far as it can be known before it is sent. Undefined if nothing
 * is found: the server judges all of its fields.
 */
export function refusalOfOwn(entry: Record<string, unknown>): Omit<Refused, 'at'> | undefined {
  const { content, createdAt, photos, checkIn, inputMood, measures } = entry;
  if (typeof createdAt !== 'string') return { reason: 'no-date' };
  const offset = offsetIn(createdAt);
  if (!isLocalTime(createdAt.slice(0, 16)) || offset === undefined)
    return { reason: 'no-such-date', detail: detailOf(createdAt) };
  if (!isInRange(Date.parse(createdAt), offset))
    return { reason: 'date-out-of-range', detail: createdAt.slice(0, 10) };
  if (typeof content !== 'string') return { reason: 'unreadable' };
  if (lengthOf(content) > LIMITS.contentMax) return { reason: 'too-long' };
  const hasPhotos = Array.isArray(photos) && photos.length > 0;
  const isCheckIn =
    checkIn === true && (measures !== undefined || (typeof inputMood === 'string' && isVisible(inputMood)));
  return isVisible(content) || (content === '' && (hasPhotos || isCheckIn))
    ? undefined
    : { reason: 'no-words' };
}
