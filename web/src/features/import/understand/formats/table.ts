import { LIMITS } from '@inner-weather/domain/limits';
import { lengthOf } from '@inner-weather/domain/text/length';
import { wellFormed } from '@inner-weather/domain/text/well-formed';
import { rolesOf } from '../column-roles';
import { rowsOf, type Row, separatorOf, withoutGuards } from '../files/csv';
import { daysOf, inOneOrder, whenOf } from '../dates/column';
import { dayOf } from '../dates/days';
import { textOfNote, withTitle } from '../texts/html-or-text';
import { addNotTaken, detailOf, emptyUnderstood, uniqueIds } from '../files/reading';
import { moodOfLevel, moodOfName, moodsOf } from '../values/scale';
import { Measuring, nameAndUnit } from '../values/measured';
import { progressed, ROWS_SHARE } from '../progress';
import { fingerprint } from '../texts/fingerprint';
import type { Bundle, BundleFile, Format } from '../format';
import { type ForeignEntry, ImportFailure, type Role, ROLES, type When } from '../understood';
import { conditionOfCode } from '../values/weather';
import { minuteOf } from '../sameness';

/** Rows that a person sees, and characters of each of their cells. */
const SHOWN_ROWS = 10;
const SHOWN_CHARACTERS = 200;

/** More columns than a diary has. */
const COLUMNS_MAX = 200;

/** Control characters other than white space. */
const NOT_IN_TEXT = /(?!\s)\p{Cc}/u;

/** Any table as CSV. A person can say what each of its columns is. */
export const table: Format = {
  reads: 'one',

  async recognises(bundle) {
    return (await tableIn(bundle)) !== undefined;
  },

  async read(bundle, reading) {
    const text = (await (await tableIn(bundle))?.text()) ?? '';
    const all = rowsOf(text, separatorOf(text));
    const first = all[0]?.cells ?? [];
    if (first.length > COLUMNS_MAX) throw new ImportFailure('unknown');
    const hasHeader = !first.some((cell) => isDateCell(cell));
    const rows = hasHeader ? all.slice(1) : all;
    if (rows.length === 0) throw new ImportFailure('no-entries', 'CSV');
    const columns = first.map((cell, column) => (hasHeader && cell.trim()) || String(column + 1));
    const proposed = rolesOf(
      hasHeader ? columns : columns.map(() => ''),
      rows.map(({ cells }) => cells),
    );
    const roles = columns.map((_, column) => {
      const role = reading.roles ? reading.roles[column] : proposed[column];
      return role && ROLES.includes(role) ? role : null;
    });
    return {
      ...understoodOf(rows, columns, roles, new Measuring(reading.measures)),
      table: {
        columns: columns.map((name) => name.slice(0, SHOWN_CHARACTERS)),
        rows: rows
          .slice(0, SHOWN_ROWS)
          .map(({ cells }) => columns.map((_, column) => (cells[column] ?? '').slice(0, SHOWN_CHARACTERS))),
        roles,
      },
    };
  },
};

const isDateCell = (cell: string): boolean => !/^\d+$/.test(cell.trim()) && dayOf(cell) !== undefined;

/** A file that is a table, alone or as the only one in a ZIP. */
async function tableIn({ files, isSingle }: Bundle): Promise<BundleFile | undefined> {
  const candidates = isSingle ? files : files.filter(({ path }) => /\.(csv|tsv)$/i.test(path));
  const [file] = candidates;
  if (!file || candidates.length > 1) return undefined;
  const start = await file.start();
  // Other formats, and files that are no text.
  if (start === '' || /^\s*[{[<]/.test(start) || NOT_IN_TEXT.test(start)) return undefined;
  if (/\.(csv|tsv)$/i.test(file.path)) return file;
  return isTable(start, file.size > start.length) ? file : undefined;
}

/** Whether the lines have as many cells as the first one, which has names if it is alone. */
function isTable(start: string, isStart: boolean): boolean {
  try {
    const rows = rowsOf(start, separatorOf(start), isStart);
    const [first] = rows;
    if (!first || first.cells.length < 2) return false;
    const hasNames = rows.length > 1 || rolesOf(first.cells, []).some((role) => role !== null);
    return hasNames && rows.every(({ cells }) => cells.length === first.cells.length);
  } catch (error) {
    if (error instanceof ImportFailure) return error.code === 'endless-quote';
    throw error;
  }
}

/** What tells which table a row is of. */
const IDENTIFYING: ReadonlySet<Role | null> = new Set<Role>(['date', 'time', 'title', 'words']);

function understoodOf(rows: Row[], columns: string[], roles: (Role | null)[], measuring: Measuring) {
  const understood = emptyUnderstood('CSV');
  const numbersOf = new Map(
    ROLES.map((role) => [role, [...roles.keys()].filter((column) => roles[column] === role)]),
  );
  const valuesOf = (row: Row, role: Role): string[] =>
    (numbersOf.get(role) ?? []).map((column) => withoutGuards(row.cells[column] ?? '').trim());
  const valueOf = (row: Row, role: Role): string => valuesOf(row, role).find((value) => value !== '') ?? '';
  // Without dates there are no entries until the person says where they are.
  if (!roles.includes('date')) return understood;
  const dates = rows.map((row) => valueOf(row, 'date'));
  const ownDays = daysOf(dates);
  const days = inOneOrder(dates, ownDays);
  const isFahrenheit = roles.some(
    (role, column) => role === 'temperature' && /°?\bF\b|fahrenheit/i.test(columns[column] ?? ''),
  );
  const measured = (numbersOf.get('measure') ?? []).map((column) => {
    const { name, ...about } = nameAndUnit(columns[column] ?? '');
    return { column, name, about };
  });
  // Another column, or another order of them, makes no other table.
  const identifying = columns.filter((_, column) => IDENTIFYING.has(roles[column] ?? null)).sort();
  const prefix = `csv:${fingerprint(identifying.join('\n'))}`;
  const formerPrefix = `csv:${fingerprint(columns.join('\n'))}`;
  const entries: { moment: string; key: string; entry: Omit<ForeignEntry, 'id'> }[] = [];
  rows.forEach((row, index) => {
    progressed(ROWS_SHARE + (1 - ROWS_SHARE) * (index / rows.length));
    const at = { line: row.line };
    if (row.cells.every((cell) => cell.trim() === '')) return;
    if (row.cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
      const detail = detailOf(row.cells.slice(0, 20).join(', '));
      understood.refused.push({ at, reason: 'wrong-number-of-cells', detail });
      return;
    }
    const written = dates[index] ?? '';
    const writtenTime = valueOf(row, 'time');
    const whole = whenOf(days[index], written, writtenTime);
    const withoutTime = 'reason' in whole ? whenOf(days[index], written, '') : whole;
    if (withoutTime !== whole && !('reason' in withoutTime))
      understood.remarks.push({ at, remark: 'time-left-out', detail: detailOf(writtenTime) });
    const when = withoutTime;
    if ('reason' in when) {
      understood.refused.push({ at, ...when });
      return;
    }
    const [mood = '', ...feelings] = feelingsOf(valueOf(row, 'mood'));
    const city = valueOf(row, 'city');
    const weather = weatherOf(valueOf(row, 'weather'), valueOf(row, 'temperature'), isFahrenheit);
    if (!weather && valueOf(row, 'temperature') !== '') addNotTaken(understood, 'trackers', 1);
    const measures = {};
    for (const { column, name, about } of measured) {
      const value = withoutGuards(row.cells[column] ?? '');
      if (value.trim() !== '') measuring.note(measures, name, value, about);
    }
    const words = valuesOf(row, 'words')
      .map(textOfNote)
      .filter((part) => part !== '');
    // Other rows may tell the order of its date one day.
    const ownWhen = ownDays[index] === days[index] ? whole : whenOf(ownDays[index], written, writtenTime);
    entries.push({
      moment: 'reason' in ownWhen ? minuteOf(when) : minuteOf(ownWhen),
      key: wellFormed(`${written} ${writtenTime}`.trim()),
      entry: {
        at,
        when,
        words: withTitle(valueOf(row, 'title'), words.join('\n\n')),
        ...(mood !== '' && { mood }),
        tags: [...new Set([...feelings, ...valuesOf(row, 'tags').flatMap(tagsOf)])],
        ...(city !== '' && { city }),
        ...(weather && { weather }),
        measures,
      },
    });
  });
  measuring.finish(understood);
  const idOf = uniqueIds();
  // Entries of one moment are counted from the oldest one, so that their ids stay when newer ones come.
  const [first, last] = [entries[0], entries.at(-1)].map((item) => (item ? sortable(item.entry.when) : 0));
  const isNewestFirst = (first ?? 0) > (last ?? 0);
  const inOrder = isNewestFirst ? entries.reverse() : entries;
  understood.entries = inOrder.map(({ moment, key, entry }) => ({
    id: idOf(`${prefix}:${moment}`),
    formerIds: [idOf(`${formerPrefix}:${key}`)],
    ...entry,
  }));
  if (isNewestFirst) understood.entries.reverse();
  const names = understood.entries.flatMap(({ mood }) => (mood === undefined ? [] : [mood]));
  return { ...understood, moods: moodsOf(names, meaningIn(names)) };
}

/** Tells which of two is later. The order of open numbers does not matter much for that. */
function sortable(when: When): number {
  if ('moment' in when) return when.moment;
  if ('local' in when) return Date.parse(`${when.local.slice(0, 16)}Z`);
  const [first, second, year] = when.numbers;
  return Date.UTC(year, first - 1, second);
}

/** Tags between bars, semicolons, line breaks or commas: the first of these that is in the cell. */
function tagsOf(cell: string): string[] {
  const separator = [/\n/, /\s\|\s|\|/, /;/, /,/].find((sign) => sign.test(cell));
  return (separator ? cell.split(separator) : [cell])
    .map((tag) => tag.trim().replace(/^#/, ''))
    .filter((tag) => tag !== '');
}

/** More words than one of several feelings has. */
const FEELING = /^(?:[^\s]+\s){0,2}[^\s]+$/u;

/** The feelings of a cell: "Grateful;Calm" or "happy, tired". A sentence with commas is one, and so is "7,5". */
function feelingsOf(cell: string): string[] {
  const separator = /[;|\n]/.test(cell) ? /[;|\n]/ : /,(?!\d)/;
  const feelings = cell
    .split(separator)
    .map((feeling) => feeling.trim())
    .filter((feeling) => feeling !== '');
  const areShort = feelings.every((feeling) => FEELING.test(feeling) && lengthOf(feeling) <= LIMITS.tagMax);
  return areShort ? feelings : [cell];
}

export function weatherOf(words: string, degrees: string, isFahrenheit: boolean): ForeignEntry['weather'] {
  if (words === '') return undefined;
  const [, digits, unit] = /^([-−]?\d{1,3}(?:[.,]\d{1,9})?)\s*°?\s*([CF])?$/i.exec(degrees) ?? [];
  const text = conditionOfCode('', words);
  if (digits === undefined) return { text };
  const value = Number(digits.replace('−', '-').replace(',', '.'));
  const inFahrenheit = unit === undefined ? isFahrenheit : unit.toUpperCase() === 'F';
  return { text, temperature: inFahrenheit ? ((value - 32) * 5) / 9 : value };
}

/** More names than numbers on a scale. */
const SCALE_MAX = 100;

/** What moods mean by default. Numbers are on a scale to 5 or 10, or around 0; the largest is the best. */
function meaningIn(names: string[]): (name: string) => string {
  const distinct = [...new Set(names)];
  const numbers = distinct.slice(0, SCALE_MAX).map(numberOf);
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  const isScale = distinct.length < SCALE_MAX && min >= -2 && max <= (min < 0 ? 2 : 10);
  if (!isScale) return moodOfName;
  const [worst, best] = min < 0 ? [-2, 2] : [1, max > 5 ? 10 : 5];
  return (name) => moodOfLevel(5 - (4 * (numberOf(name) - worst)) / (best - worst));
}

const numberOf = (name: string): number =>
  /^[-+]?\d{1,2}([.,]\d{1,3})?$/.test(name) ? Number(name.replace(',', '.')) : NaN;
