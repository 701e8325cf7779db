import { dayAtStart, timeAtStart } from '../dates/day-in-text';
import { linesOf } from '../texts/lines';
import { keptMarkdown } from '../texts/kept-markdown';
import {
  addNotTaken,
  detailOf,
  emptyUnderstood,
  isRecord,
  list,
  record,
  text,
  uniqueIds,
} from '../files/reading';
import type { BundleFile, Format } from '../format';
import { type At, BOUNDS, ImportFailure, type Remark, type Understood, type When } from '../understood';
import { dayOnly, isLocalTime } from '../dates/when';

/** How a journal begins that jrnl has encrypted. */
const SEALED = /^gAAAAA[\w-]+=*\s*$/;

/** A journal of jrnl: its JSON, its text, and the text of version 1, which has no brackets. */
export const jrnl: Format = {
  reads: 'one',

  async recognises(bundle) {
    // It is one file, alone or in a ZIP.
    const [file] = bundle.files;
    if (!file || bundle.files.length > 1) return false;
    const start = await file.start();
    return startsAsText(start) || SEALED.test(start) || isJson(start, file);
  },

  async read(bundle) {
    const [file] = bundle.files;
    if (!file) throw new ImportFailure('empty');
    const start = await file.start();
    if (SEALED.test(start)) throw new ImportFailure('encrypted', 'jrnl');
    if (!(await isJson(start, file))) return ofText(await file.text());
    const json = await file.json();
    if (json === undefined) throw new ImportFailure('cut-off');
    return ofJson(list(record(json).entries));
  },
};

const FIELDS = ['title', 'body', 'date', 'time'];

/** Whether it is the JSON of jrnl, in which many tags, or a long text, may stand before the fields that tell. */
async function isJson(start: string, file: BundleFile): Promise<boolean> {
  if (!/^\s*\{\s*"(tags|entries)"\s*:/.test(start)) return false;
  if (['entries', ...FIELDS].every((name) => start.includes(`"${name}"`))) return true;
  const first = list(record(await file.json()).entries)[0];
  return FIELDS.every((name) => typeof record(first)[name] === 'string');
}

function startsAsText(start: string): boolean {
  const first =
    start
      .slice(0, 500)
      .trimStart()
      .split(/[\r\n]/, 1)[0] ?? '';
  return entryAt(first) !== undefined || bareEntryAt(first) !== undefined;
}

function ofJson(items: unknown[]): Understood {
  const journal = new Journal();
  items.forEach((item, index) => {
    const at = { number: index + 1 };
    if (!isRecord(item)) return void journal.understood.refused.push({ at, reason: 'not-an-entry' });
    const [day, time] = [text(item.date).trim(), text(item.time).trim()];
    const words = [text(item.title).trim(), text(item.body).trim()].filter(Boolean).join('\n');
    // The symbol before a tag can be chosen.
    const tags = list(item.tags).map((tag) => text(tag).replace(/^[^\p{L}\p{N}]+/u, ''));
    if (item.starred === true) addNotTaken(journal.understood, 'stars', 1);
    if (day === '') return void journal.understood.refused.push({ at, reason: 'no-date' });
    journal.add(at, day, time === '' ? undefined : time, words, tags.filter(Boolean), {
      uuid: text(item.uuid),
    });
  });
  return journal.understood;
}

interface EntryStart {
  day: string | [number, number, number];
  time?: string;
  rest: string;
}

/** A line that begins an entry: `[2024-03-30 08:10] It rained.` The format of the time can be chosen. */
function entryAt(line: string): EntryStart | undefined {
  const [whole, inside = ''] = /^\[([^\][]{6,60})\]/.exec(line) ?? [];
  if (whole === undefined) return undefined;
  const found = dayAtStart(inside);
  const timed = found && timeAtStart(found.rest);
  if (!found || (timed ?? found).rest !== '') return undefined;
  return { day: found.day, ...(timed && { time: timed.time }), rest: line.slice(whole.length).trim() };
}

/** The same in version 1: `2013-06-09 15:39 It rained.` */
function bareEntryAt(line: string): EntryStart | undefined {
  // A comma behind the time would be one of a table.
  if (!/^\d[\d./-]{5,9} \d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)? [^,;|\t]/i.test(line)) return undefined;
  const found = dayAtStart(line);
  const timed = found && timeAtStart(found.rest);
  return timed && timed.rest !== '' ? { day: found.day, ...timed } : undefined;
}

/** Brackets at the start of a line that are no check box, footnote or link, and may be meant for a day. */
const NO_DATE = /^\[(?!\d+\])[^\][]{4,60}\](?:\s|$)/;

/** Whether most entries of version 1 stand below a blank line, as jrnl writes them. A line within a text does not. */
function areApart(lines: readonly string[]): boolean {
  const heads = lines.flatMap((line, index) => (index > 0 && bareEntryAt(line) ? [index] : []));
  return heads.filter((index) => lines[index - 1]?.trim() === '').length * 2 > heads.length;
}

/** The line breaks between a line and the words above it. */
function withBlankLines(lines: readonly string[], index: number): string {
  let above = index;
  while (above > 0 && lines[above - 1]?.trim() === '') above -= 1;
  return '\n'.repeat(index - above + 1);
}

const hasWords = (entry: { rest: string; body: string[] } | undefined): boolean =>
  entry !== undefined && [entry.rest, ...entry.body].some((line) => line.trim() !== '');

function ofText(journalText: string): Understood {
  const journal = new Journal();
  const lines = linesOf(journalText);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const hasBrackets = entryAt(first) !== undefined;
  const isTight = !hasBrackets && !areApart(lines);
  let isAboveThere = false;
  let current: (EntryStart & { line: number; body: string[]; isMaybe: boolean }) | undefined;
  const close = () => {
    if (!current) return;
    const { day, time, rest, line, body, isMaybe } = current;
    // A star at the end of the first line marks an entry.
    const title = rest.replace(/(^|\s)\*$/, '').replace(/^\*\s+/, '');
    if (title !== rest) addNotTaken(journal.understood, 'stars', 1);
    const words = [title, ...body].join('\n').trim();
    // Without the entry above, it has no other place.
    const inLast =
      isMaybe && isAboveThere
        ? withBlankLines(lines, line - 1) + [lines[line - 1], ...body].join('\n').trimEnd()
        : undefined;
    isAboveThere = journal.add({ line }, day, time, words, tagsIn(words), { inLast });
  };
  lines.forEach((line, index) => {
    const at = { line: index + 1 };
    const bare = bareEntryAt(line);
    const start = hasBrackets ? entryAt(line) : bare;
    const isBelowBlank = index === 0 || lines[index - 1]?.trim() === '';
    const isEntry = start !== undefined && (hasBrackets || isTight || isBelowBlank);
    const isMaybe = !isEntry && bare !== undefined && whenOf(bare.day, bare.time) !== undefined;
    const found = isEntry ? start : isMaybe && hasWords(current) ? bare : undefined;
    if (!found) {
      if (NO_DATE.test(line) && !entryAt(line)) journal.remark(at, 'no-entry', line);
      return void current?.body.push(line);
    }
    if (!isEntry) journal.remark(at, 'maybe-an-entry', line);
    close();
    current = { ...found, line: index + 1, body: [], isMaybe: !isEntry };
  });
  close();
  return journal.understood;
}

/** `@home`. In a text, `#` may be the symbol instead. */
const tagsIn = (words: string): string[] =>
  [
    ...new Set(
      [...words.matchAll(/(?<!\S)[@#]([\p{L}\p{N}_][\p{L}\p{M}\p{N}_+/-]*)/gu)].map(([, tag = '']) => tag),
    ),
  ].filter((tag) => /\p{L}/u.test(tag));

class Journal {
  readonly understood = emptyUnderstood('jrnl');
  readonly #unique = uniqueIds();

  remark(at: At, remark: Remark, line: string): void {
    const { remarks } = this.understood;
    if (remarks.length < BOUNDS.listed) remarks.push({ at, remark, detail: detailOf(line) });
  }

  /** @returns whether it is an entry */
  add(
    at: At,
    day: EntryStart['day'],
    time: string | undefined,
    words: string,
    tags: string[],
    { uuid = '', inLast }: { uuid?: string; inLast?: string | undefined } = {},
  ): boolean {
    const { entries, refused } = this.understood;
    const when = whenOf(day, time);
    if (!when) {
      refused.push({
        at,
        reason: 'no-such-date',
        detail: detailOf([String(day), time].filter(Boolean).join(' ')),
      });
      return false;
    }
    if (words === '' && tags.length === 0) {
      refused.push({ at, reason: 'empty' });
      return false;
    }
    if (entries.length > BOUNDS.entries) throw new ImportFailure('too-many-entries');
    const id = uuid === '' ? [String(day), time].filter(Boolean).join(' ') : uuid;
    entries.push({
      id: this.#unique(`jrnl:${id}`),
      at,
      when,
      words: keptMarkdown(words),
      tags,
      ...(inLast !== undefined && { optional: 'head', inLast: keptMarkdown(inLast) }),
    });
    return true;
  }
}

function whenOf(day: EntryStart['day'], time: string | undefined): When | undefined {
  if (typeof day !== 'string') return { numbers: day, ...(time !== undefined && { time }) };
  if (!isLocalTime(`${day}T${time ?? '12:00'}`)) return undefined;
  return time === undefined ? dayOnly(day) : { local: `${day}T${time}` };
}
