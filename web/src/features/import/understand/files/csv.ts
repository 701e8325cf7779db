import Papa from 'papaparse';
import { progressed, ROWS_SHARE } from '../progress';
import type { Bundle, BundleFile } from '../format';
import { BOUNDS, ImportFailure } from '../understood';

export interface Row {
  /** The line on which the row begins, from 1. */
  line: number;
  cells: string[];
}

/** Characters in which the separator is looked for. */
const SAMPLE = 65_536;

/** Quotes within quoted cells that are not doubled. The parser remembers each. */
const STRAY_QUOTES_MAX = 1_000_000;

const SEPARATORS = [',', ';', '\t', '|'];

/** What Excel writes before the header: `sep=;`. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/** The character between the cells. */
export function separatorOf(text: string): string {
  const named = SEPARATOR_LINE.exec(text)?.[1];
  if (named) return named;
  const { meta } = Papa.parse<string[]>(text.slice(0, SAMPLE), {
    preview: 20,
    delimitersToGuess: SEPARATORS,
    skipEmptyLines: true,
  });
  return meta.delimiter;
}

/**
 * The rows of a CSV without the empty ones. Stops at the first row beyond the bound, so that a long file takes no memory.
 * @param isStart whether the text is the beginning of a file: its last row is left out, since it may be cut off
 * @throws ImportFailure
 */
export function rowsOf(text: string, separator: string, isStart = false): Row[] {
  if (strayQuotes(text) > STRAY_QUOTES_MAX) throw new ImportFailure('damaged');
  const skipped = SEPARATOR_LINE.exec(text)?.[0].length ?? 0;
  const content = text.slice(skipped, endOf(text));
  const hasNewlines = content.includes('\n');
  const rows: Row[] = [];
  let line = skipped > 0 ? 2 : 1;
  let from = 0;
  if (content === '') return rows;
  Papa.parse<string[]>(content, {
    delimiter: separator,
    // The carriage return before it counts as white space after a quote, and is removed from other cells below.
    newline: hasNewlines ? '\n' : '\r',
    // The fast mode splits the whole text first.
    fastMode: false,
    step({ data, errors, meta }) {
      if (isStart && meta.cursor === content.length) return;
      if (errors.some(({ code }) => code === 'MissingQuotes')) throw new ImportFailure('endless-quote');
      const cells = hasNewlines ? withoutCarriageReturn(data) : data;
      if (cells.length > 1 || cells[0]?.trim()) {
        if (rows.length > BOUNDS.entries) throw new ImportFailure('too-many-entries');
        rows.push({ line, cells });
      }
      line += newlines(content, from, meta.cursor, hasNewlines ? '\n' : '\r');
      from = meta.cursor;
      progressed((from / content.length) * ROWS_SHARE);
    },
  });
  return rows;
}

/**
 * Removes the apostrophes that exports, ours too, put before what a spreadsheet takes for a formula.
 */
export const withoutGuards = (cell: string): string =>
  cell.includes("'") ? cell.replace(/(^|[;\t\r\n]\s?)'(?=[=+\-@＝＋－＠])/g, '$1') : cell;

function withoutCarriageReturn(cells: string[]): string[] {
  const last = cells.at(-1);
  return last?.endsWith('\r') ? [...cells.slice(0, -1), last.slice(0, -1)] : cells;
}

function newlines(text: string, from: number, to: number, newline: string): number {
  let count = 0;
  for (let at = text.indexOf(newline, from); at !== -1 && at < to; at = text.indexOf(newline, at + 1))
    count += 1;
  return count;
}

/** The end of the text without the line breaks there. */
function endOf(text: string): number {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return end;
}

/** The number of quotes in the middle of cells, of which two in a row count as none. */
function strayQuotes(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1;) {
    let end = at + 1;
    while (text[end] === '"') end += 1;
    const isWithin = !isBorder(text[at - 1]) && !isBorder(text[end]);
    if (isWithin && (end - at) % 2 === 1) count += 1;
    at = text.indexOf('"', end);
  }
  return count;
}

const isBorder = (character: string | undefined): boolean =>
  character === undefined || character === '\n' || character === '\r' || SEPARATORS.includes(character);

/** Files that are looked into for a header. */
const FILES_MAX = 20;

/** The tables of an app, by the names of their columns, in small letters. */
export async function tablesWith(
  { files, isSingle }: Bundle,
  isHeader: (names: string[]) => boolean,
): Promise<BundleFile[]> {
  const candidates = isSingle ? files : files.filter(({ path }) => /\.csv$/i.test(path)).slice(0, FILES_MAX);
  const headers = await Promise.all(candidates.map(async (file) => namesIn(await file.start())));
  return candidates.filter((_, index) => isHeader(headers[index] ?? []));
}

const namesIn = (text: string): string[] =>
  (text.split(/[\r\n]/, 1)[0] ?? '')
    .split(/[,;\t]/)
    .map((name) => name.replaceAll('"', '').trim().toLowerCase());
