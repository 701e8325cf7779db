import { Logger } from '@nestjs/common';
import { unreadableEntries } from './entries.metrics.js';
import { type MaybeUnreadable, tagsIn } from './entry.mapper.js';
import type { ReadableEntry } from './entry.schema.js';
import type { Sealed } from './entry-sealing.js';

const logger = new Logger('UnreadableEntry');

/** Entries that were logged. One entry is read many times, and is worth one line. */
const logged = new Set<string>();
const LOGGED_MAX = 1_000;

type Part = Pick<ReadableEntry, '_id' | 'createdAt' | 'content'> & Partial<Pick<ReadableEntry, 'tags'>>;

/**
 * Decrypts an entry. One that is damaged is answered with what is known of it and without words, so that it hides no
 * other: it is counted, and logged by its id.
 */
export function openOrMark<E extends Part>(
  sealed: Sealed<E>,
  open: (sealed: Sealed<E>) => E,
): MaybeUnreadable<E> {
  try {
    const entry = open(sealed);
    tagsIn(entry.tags);
    return entry;
  } catch (error) {
    unreadableEntries.inc();
    const known = sealed as unknown as Partial<Omit<ReadableEntry, 'content' | 'tags'>> &
      Pick<Part, '_id' | 'createdAt'>;
    const id = String(known._id);
    if (!logged.has(id) && logged.size < LOGGED_MAX) {
      logged.add(id);
      // The name only: a parser quotes what it could not parse.
      logger.error(`Entry ${id} cannot be read: ${error instanceof Error ? error.name : 'unknown'}`);
    }
    return {
      ...known,
      content: '',
      tags: undefined,
      inputMood: known.inputMood ?? '',
      location: known.location ?? '',
      weather: known.weather ?? { status: 'unavailable', text: '' },
      updatedAt: known.updatedAt ?? known.createdAt,
      unreadable: true,
    } as unknown as MaybeUnreadable<E>;
  }
}
