import type { EntryDto } from '@inner-weather/contracts/entries.dto';

const COLUMNS = [
  'createdAt',
  'updatedAt',
  'inputMood',
  'location',
  'weatherData',
  'neverSendToAi',
  'content',
] as const satisfies readonly (keyof EntryDto)[];

/**
 * Where a spreadsheet may take text for a formula (https://owasp.org/www-community/attacks/CSV_Injection): also in
 * full width, and after white space, which some take off.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** RFC 4180, with the mark at the beginning by which spreadsheets know UTF-8. */
export async function* toCsv(entries: AsyncIterable<EntryDto>): AsyncGenerator<string> {
  yield `\uFEFF${COLUMNS.join(',')}\r\n`;
  for await (const entry of entries) yield `${COLUMNS.map((column) => cell(entry[column])).join(',')}\r\n`;
}

/** Quoted always. What could be a formula gets an apostrophe, which spreadsheets take for "this is text". */
function cell(value: string | boolean): string {
  const text = String(value);
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
