import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { ENTRY_NAMES } from '@inner-weather/domain/entries/entry-names';

type Name = (typeof ENTRY_NAMES)[number];

/** The order of the columns: times first, the long text last, and all other fields between them, except LEFT_OUT. */
const FIRST: readonly Name[] = ['createdAt', 'updatedAt'];
const LAST: readonly Name[] = ['content'];
const LEFT_OUT: readonly Name[] = ['_id', 'weatherStatus'];

const COLUMNS = [
  ...FIRST,
  ...ENTRY_NAMES.filter((name) => ![...FIRST, ...LAST, ...LEFT_OUT].includes(name)),
  ...LAST,
];

/**
 * Text that a spreadsheet may take for a formula (https://owasp.org/www-community/attacks/CSV_Injection). This includes
 * full-width characters and leading white space, which some programs remove.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * The same after a semicolon, a tab or a line break. Where a comma is the decimal sign, spreadsheets split at
 * semicolons. For them a quote after a comma is inside a cell and does not protect what follows.
 */
const FORMULA_WITHIN = /(?=[=+\-@＝＋－＠])(?<=[;\t\r\n]\s*)/g;

/** CSV as in RFC 4180, with a byte order mark so that spreadsheets recognise UTF-8. */
export async function* toCsv(entries: AsyncIterable<EntryDto>): AsyncGenerator<string> {
  yield `\uFEFF${COLUMNS.join(',')}\r\n`;
  for await (const one of entries) {
    const entry = one.unreadable
      ? { ...one, content: `(${JOURNAL_PROBLEMS.entry_unreadable.message})` }
      : one;
    yield `${COLUMNS.map((column) => cell(entry[column])).join(',')}\r\n`;
  }
}

/** Always quoted; empty where the entry does not have the field. A possible formula gets an apostrophe, which makes spreadsheets treat it as text. */
function cell(value: EntryDto[Name]): string {
  // A negative number begins like a formula but is none.
  if (value === undefined || typeof value === 'number') return `"${value ?? ''}"`;
  const text = (Array.isArray(value) ? value.join(', ') : String(value)).replaceAll(FORMULA_WITHIN, "'");
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
