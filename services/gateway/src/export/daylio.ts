import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { dayIn } from '@inner-weather/domain/time/local-time';
import { withoutFormulas } from './formulas.js';
import { readableContent } from './csv.js';

const COLUMNS = ['full_date', 'date', 'weekday', 'time', 'mood', 'activities', 'note_title', 'note'];

const DATE = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });

/**
 * The CSV that Daylio exports, newest first, with its English dates. It has no byte order mark, since simple readers
 * would take the mark for a part of the first column's name. Places and weather have no column there.
 */
export async function* toDaylioCsv(entries: AsyncIterable<EntryDto>): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\n`;
  for await (const entry of entries) yield `${cellsOf(entry).map(quotedIfNeeded).join(',')}\n`;
}

function cellsOf(entry: EntryDto): string[] {
  // The date on the clocks, not the day of the entry: together with the time it says when the entry was written.
  const day = dayIn(entry.createdAt);
  const date = new Date(`${day}T00:00:00Z`);
  // Readers split the activities at the bars.
  const activities = entry.tags.map((tag) => tag.replaceAll('|', '/')).join(' | ');
  return [
    day,
    DATE.format(date),
    WEEKDAY.format(date),
    entry.createdAt.slice(11, 16),
    withoutFormulas(entry.inputMood),
    withoutFormulas(activities),
    '',
    withoutFormulas(toHtml(readableContent(entry))),
  ];
}

/** Notes of Daylio are HTML. Only what a reader would take for a tag, a character reference or a line is replaced. */
const toHtml = (text: string): string =>
  text
    .replaceAll(/&(?=[a-z0-9#])/gi, '&amp;')
    .replaceAll(/<(?=[a-z/!?])/gi, '&lt;')
    .replaceAll(/\r\n|\r|\n/g, '<br>');

/** Quoted also where programs split at semicolons or tabs, or remove white space. */
const quotedIfNeeded = (cell: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
