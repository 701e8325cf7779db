import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { ENTRY_NAMES } from '@inner-weather/domain/entries/entry-names';
import { withoutFormulas } from './formulas.js';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';

/** The text of an entry in the files for programs, which are the same in every language. */
export const readableContent = ({ unreadable, content }: EntryDto): string =>
  unreadable ? `(${JOURNAL_PROBLEMS.entry_unreadable.message})` : content;

type Name = (typeof ENTRY_NAMES)[number];

/** The order of the columns: times first, the long text last, and all other fields between them, except LEFT_OUT. */
const FIRST: readonly Name[] = ['createdAt', 'updatedAt', 'day'];
const LAST: readonly Name[] = ['content'];
const LEFT_OUT: readonly Name[] = ['_id', 'weatherStatus'];

const COLUMNS = [
  ...FIRST,
  ...ENTRY_NAMES.filter((name) => ![...FIRST, ...LAST, ...LEFT_OUT].includes(name)),
  ...LAST,
];

/** CSV as in RFC 4180, with a byte order mark so that spreadsheets recognise UTF-8. */
export async function* toCsv(entries: AsyncIterable<EntryDto>): AsyncGenerator<string> {
  yield `\uFEFF${COLUMNS.join(',')}\r\n`;
  for await (const one of entries) {
    const entry = { ...one, content: readableContent(one) };
    yield `${COLUMNS.map((column) => cell(entry[column])).join(',')}\r\n`;
  }
}

/** Always quoted; empty where the entry does not have the field. */
function cell(value: EntryDto[Name]): string {
  // A negative number begins like a formula but is none.
  if (value === undefined || typeof value === 'number') return `"${value ?? ''}"`;
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return `"${withoutFormulas(text).replaceAll('"', '""')}"`;
}
