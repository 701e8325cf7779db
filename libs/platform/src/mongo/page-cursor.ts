import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';

/** The last entry of a page. */
export interface PageCursor {
  createdAt: Date;
  /** 24 hexadecimal digits. */
  id: string;
}

/** The cursor is opaque to clients. */
export function encodeCursor({ createdAt, id }: PageCursor): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
}

/** Throws `validation_failed` if the text is not from `encodeCursor`. */
export function decodeCursor(cursor: string): PageCursor {
  const match = /^(-?\d{1,15})\.([0-9a-f]{24})$/.exec(Buffer.from(cursor, 'base64url').toString());
  const [, time, id] = match ?? [];
  if (!time || !id)
    throw new DomainError('validation_failed', {
      ...problem(JOURNAL_PROBLEMS.cursor_invalid),
      field: 'cursor',
    });
  return { createdAt: new Date(Number(time)), id };
}
