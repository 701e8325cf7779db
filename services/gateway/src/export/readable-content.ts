import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';

/** The text of an entry in the files for programs, which are the same in every language. */
export const readableContent = ({ unreadable, content }: EntryDto): string =>
  unreadable ? `(${JOURNAL_PROBLEMS.entry_unreadable.message})` : content;
