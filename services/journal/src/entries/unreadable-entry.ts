import { Logger } from '@nestjs/common';
import { unreadableEntries } from './entries.metrics.js';
import { type MaybeUnreadable, measuresIn, tagsIn } from './entry.mapper.js';
import type { ReadableEntry } from './entry.schema.js';
import type { Sealed } from './entry-sealing.js';

const logger = new Logger('UnreadableEntry');

/** Ids of entries that were already logged, because one damaged entry is read many times. */
const loggedIds = new Set<string>();
const LOGGED_MAX = 1_000;

type Part = Pick<ReadableEntry, '_id' | 'createdAt' | 'content'> &
  Partial<Pick<ReadableEntry, 'tags' | 'measures'>>;

/**
 * Decrypts an entry. A damaged entry is returned without its text, so that the other entries of an answer can still be
 * read. It is counted, and logged with its id.
 */
export function openOrMark<E extends Part>(
  sealedEntry: Sealed<E>,
  open: (sealed: Sealed<E>) => E,
): MaybeUnreadable<E> {
  try {
    const entry = open(sealedEntry);
    tagsIn(entry.tags);
    measuresIn(entry.measures);
    return entry;
  } catch (error) {
    unreadableEntries().inc();
    const readableFields = sealedEntry as unknown as Partial<
      Omit<ReadableEntry, 'content' | 'tags' | 'measures'>
    > &
      Pick<Part, '_id' | 'createdAt'>;
    const id = String(readableFields._id);
    if (!loggedIds.has(id) && loggedIds.size < LOGGED_MAX) {
      loggedIds.add(id);
      // Logs only the error's name, because a parser's message quotes the text.
      logger.error(`Entry ${id} cannot be read: ${error instanceof Error ? error.name : 'unknown'}`);
    }
    return {
      ...readableFields,
      content: '',
      tags: undefined,
      measures: undefined,
      inputMood: readableFields.inputMood ?? '',
      location: readableFields.location ?? '',
      weather: readableFields.weather ?? { status: 'unavailable', text: '' },
      updatedAt: readableFields.updatedAt ?? readableFields.createdAt,
      unreadable: true,
    } as unknown as MaybeUnreadable<E>;
  }
}
