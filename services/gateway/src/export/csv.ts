import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { MeasureDto } from '@inner-weather/contracts/measures/measures.dto';
import { ENTRY_NAMES } from '@inner-weather/domain/entries/entry-names';
import { withoutFormulas } from './formulas.js';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';

/** The text of an entry in the files for programs, which are the same in every language. */
export const readableContent = ({ unreadable, content }: EntryDto): string =>
  unreadable ? `(${JOURNAL_PROBLEMS.entry_unreadable.message})` : content;

type Name = Exclude<(typeof ENTRY_NAMES)[number], 'measures'>;

/**
 * The order of the columns: times first, the long text last, and all other fields between them, except LEFT_OUT. Behind
 * them, what was measured has a column for each measure.
 */
const FIRST: readonly Name[] = ['createdAt', 'updatedAt', 'day'];
const LAST: readonly Name[] = ['content'];
const LEFT_OUT: readonly Name[] = ['_id', 'weatherStatus', 'ofDay'];

const BETWEEN = ENTRY_NAMES.filter(
  (name): name is Name => name !== 'measures' && ![...FIRST, ...LAST, ...LEFT_OUT].includes(name),
);

/** CSV as in RFC 4180, with a byte order mark so that spreadsheets recognise UTF-8. */
export async function* toCsv(
  entries: AsyncIterable<EntryDto>,
  measures: readonly MeasureDto[] = [],
): AsyncGenerator<string> {
  const before = [...FIRST, ...BETWEEN];
  const head = [...before, ...measures.map(({ name }) => cell(name)), ...LAST];
  yield `\uFEFF${head.join(',')}\r\n`;
  for await (const one of entries) {
    const entry = { ...one, content: readableContent(one) };
    const cells = [
      ...before.map((column) => cell(entry[column])),
      ...measures.map(({ _id }) => cell(entry.measures?.[_id])),
      ...LAST.map((column) => cell(entry[column])),
    ];
    yield `${cells.join(',')}\r\n`;
  }
}

/** Always quoted; empty where the entry does not have the field. */
function cell(value: string | number | boolean | readonly string[] | undefined): string {
  // A negative number begins like a formula but is none.
  if (value === undefined || typeof value === 'number') return `"${value ?? ''}"`;
  const text = typeof value === 'object' ? value.join(', ') : String(value);
  return `"${withoutFormulas(text).replaceAll('"', '""')}"`;
}
