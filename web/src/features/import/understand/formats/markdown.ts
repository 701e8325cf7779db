import { ByFolder, folderOf } from '../notes/by-folder';
import {
  daySections,
  hasDatedHeading,
  type Lines,
  type TimeSection,
  timeSections,
} from '../notes/dated-sections';
import { type DayInText, timeAtStart } from '../dates/day-in-text';
import { frontMatterOf } from '../files/front-matter';
import { linesOf } from '../texts/lines';
import { wordsOfMarkdown } from '../texts/markdown-words';
import { nameInOneForm, type NoteName } from '../notes/name-of-note';
import { isNote, isText, type Note, notesIn } from '../notes/notes-in';
import {
  addAllNotTaken,
  detailOf,
  emptyUnderstood,
  moodsIn,
  uniqueIds,
  unlessDamaged,
} from '../files/reading';
import { Measuring } from '../values/measured';
import { type NoteFields, fieldsOfNote, moodsOf } from '../notes/note-fields';
import { PhotoFinder } from '../photos';
import { table } from './table';
import type { Bundle, Format } from '../format';
import { type At, BOUNDS, ImportFailure, type Reason, type Understood, type When } from '../understood';
import { dayOnly, isLocalTime } from '../dates/when';

/** Notes of days in a folder or a ZIP, as Obsidian, Logseq or Joplin have them, and diaries that are one long text. */
export const markdown: Format = {
  reads: 'notes',

  async recognises(bundle) {
    const [first] = notesIn(bundle);
    if (!first) return false;
    const { file } = first;
    if (isNote(file)) return true;
    const [start, isPlain] = [await file.start(), isText(file)];
    if (hasDays(start, isPlain)) return true;
    // The first day may be longer than the start. A long cell of a table may have days, too.
    if (!isPlain || file.size <= start.length || (await table.recognises(bundle))) return false;
    return hasDays(await file.text(), isPlain);
  },

  async read(bundle) {
    const reader = new Reader(bundle);
    for (const note of notesIn(bundle)) await reader.readNote(note);
    const understood = reader.finish();
    return { ...understood, moods: moodsOf(moodsIn(understood)) };
  },
};

function hasDays(text: string, isPlain: boolean): boolean {
  const lines = linesOf(text);
  return hasDatedHeading(lines) || (isPlain && daySections({ lines, firstLine: 1 }).days.length > 1);
}

/** What the entries of a note have in common. */
interface Context {
  file?: string;
  /** The first part of the ids. */
  id: string;
  fields: NoteFields;
  optional?: 'copy';
}

class Reader {
  readonly understood = emptyUnderstood('Markdown');
  /** The texts of notes by their days and times. */
  readonly #dailyNotes = new Map<string, string>();
  readonly #byFolder = new ByFolder();
  readonly #unique = uniqueIds();
  readonly #finder: PhotoFinder;
  readonly #measuring = new Measuring();
  readonly isSingle: boolean;

  constructor(bundle: Bundle) {
    this.#finder = new PhotoFinder(this.understood, bundle);
    this.isSingle = bundle.isSingle;
  }

  finish(): Understood {
    this.#measuring.finish(this.understood);
    this.#byFolder.finish(this.understood);
    return this.understood;
  }

  async readNote(note: Note): Promise<void> {
    const { entries } = this.understood;
    const from = entries.length;
    const isCreated = await this.#readNote(note);
    const folder = folderOf(note.file.path);
    if (entries.length > from) this.#byFolder.note(folder, isCreated ? entries.slice(from) : []);
  }

  /** @returns whether nothing but its creation has a day */
  async #readNote({ file, named: asWritten }: Note): Promise<boolean> {
    const at: At = this.isSingle ? {} : { file: file.path };
    const text = await unlessDamaged(file.text());
    if (text === undefined) return this.#refuse(at, 'unreadable');
    if (text.trim() === '') return this.#refuse(at, 'empty');
    const { data, broken, ...below } = frontMatterOf(text);
    if (broken !== undefined)
      this.understood.remarks.push({ at, remark: 'broken-front-matter', detail: detailOf(broken) });
    const fields = fieldsOfNote(data);
    addAllNotTaken(this.understood, fields.notTaken);
    const context = { ...(!this.isSingle && { file: file.path }), fields };
    const { before, days } = asWritten.isDaily ? { before: below, days: [] } : daySections(below);
    if (days.length > BOUNDS.entries) throw new ImportFailure('too-many-entries');
    if (days.length > (asWritten.day === undefined ? 0 : 1)) {
      this.#readDays(asWritten, context, before, days);
      return false;
    }
    const date = fields.date ?? fields.created;
    // Ids have names as they are written.
    const named = (asWritten.day ?? date) ? asWritten : nameInOneForm(file.path);
    const day = named.day ?? date?.day;
    if (day === undefined) return this.#refuse({ ...at, detail: named.name }, 'not-a-daily-note');
    const isSameDay = date?.day === day;
    const time = named.time ?? fields.time ?? (isSameDay ? date.time : undefined);
    const title = named.isDaily ? '' : (fields.title ?? named.title);
    this.#readDay(day, below, time, title, {
      ...context,
      ...this.#identity(named, day, at, text),
      ...(isSameDay &&
        date.when && {
          fields: { ...fields, time: date.time, when: ofNamedDay(date.when, named.day) },
        }),
    });
    return named.day === undefined && !fields.date;
  }

  /** The same day may have several notes. One that is called a copy, or says the same, is asked for. */
  #identity(named: NoteName, day: DayInText['day'], at: At, text: string): Pick<Context, 'id' | 'optional'> {
    const id = `markdown:${String(day)}`;
    if (!named.isDaily) return { id: `${id} ${named.name}` };
    const key = named.time === undefined ? id : `${id} ${named.time}`;
    const first = this.#dailyNotes.get(key);
    if (first === undefined) {
      this.#dailyNotes.set(key, text);
      return { id };
    }
    const isCopy = named.isCopy || text === first;
    if (!isCopy) this.understood.remarks.push({ at, remark: 'same-day-twice', detail: String(day) });
    return { id: `${id} ${named.name}`, ...(isCopy && { optional: 'copy' }) };
  }

  #readDays(
    named: NoteName,
    context: Omit<Context, 'id'>,
    before: Lines,
    days: ReturnType<typeof daySections>['days'],
  ): void {
    const at: At = context.file === undefined ? {} : { file: context.file };
    const above = before.lines.join('\n').trim();
    // A title alone needs no day.
    if (above !== '' && !/^#[^\n]*$/.test(above))
      this.#refuse({ ...at, line: before.firstLine, detail: above }, 'no-date');
    // A downloaded file may be called "diary (1)".
    const diary = named.name.replace(/[ _]*\(\d+\)$/, '');
    // Those of one day are counted from the oldest one, so that their ids stay when newer ones come above them.
    const isNewestFirst = String(days[0]?.day) > String(days.at(-1)?.day);
    const { entries } = this.understood;
    const from = entries.length;
    for (const { day, rest, headingLine, ...lines } of isNewestFirst ? days.toReversed() : days) {
      const timed = timeAtStart(rest);
      const id = `markdown:${diary}:${String(day)}`;
      this.#readDay(day, lines, timed?.time, timed?.rest ?? rest, { ...context, id }, headingLine);
    }
    if (isNewestFirst) entries.push(...entries.splice(from).reverse());
  }

  #readDay(
    day: DayInText['day'],
    lines: Lines,
    time: string | undefined,
    title: string,
    context: Context,
    headingLine?: number,
  ): void {
    const [above, ...timed] = timeSections(lines) as [TimeSection, ...TimeSection[]];
    const aboveText = textOf(title, above);
    // A heading above the first time is the title of the day.
    const isTitle = timed.length > 0 && /^(#[^\n]*)?$/.test(textOf('', above));
    if (!isTitle)
      this.#addEntry(
        day,
        time,
        aboveText,
        headingLine ?? (timed.length > 0 ? above.firstLine : undefined),
        context,
      );
    timed.forEach((section, index) => {
      const sectionText = textOf(section.rest, section);
      const whole = isTitle && index === 0 ? joined(aboveText, sectionText) : sectionText;
      this.#addEntry(day, section.time, whole, section.firstLine - 1, context);
    });
  }

  #addEntry(
    day: DayInText['day'],
    time: string | undefined,
    markdownText: string,
    line: number | undefined,
    { file, id, fields, optional }: Context,
  ): void {
    const at: At = { ...(file !== undefined && { file }), ...(line !== undefined && { line }) };
    if (typeof day === 'string' && !isLocalTime(`${day}T12:00`))
      return void this.#refuse({ ...at, detail: day }, 'no-such-date');
    const photos = this.#finder.ofEntry(at);
    const { words, instead, tags, notTaken } = wordsOfMarkdown(markdownText, (path) =>
      photos.take(path, { ...(file !== undefined && { beside: file }) }),
    );
    const allTags = [...new Set([...fields.tags, ...tags])];
    const isEmpty = words === '' && !instead && allTags.length === 0 && fields.mood === undefined;
    if (isEmpty && fields.measured.length === 0) return void this.#refuse(at, 'empty');
    const measures = {};
    // Of a note with several entries, the first has them.
    for (const [name, value] of fields.measured.splice(0)) this.#measuring.note(measures, name, value);
    addAllNotTaken(this.understood, notTaken);
    if (this.understood.entries.length > BOUNDS.entries) throw new ImportFailure('too-many-entries');
    this.understood.entries.push({
      id: this.#unique(time === undefined ? id : `${id} ${time}`),
      at,
      when: whenOf(day, time, fields),
      words,
      ...(instead && { instead }),
      ...photos.found,
      ...(fields.mood !== undefined && { mood: fields.mood }),
      tags: allTags,
      ...(fields.city !== undefined && { city: fields.city }),
      ...(fields.weather && { weather: fields.weather }),
      ...(fields.updatedAt !== undefined && { updatedAt: fields.updatedAt }),
      ...(optional && { optional }),
      measures,
    });
  }

  #refuse({ detail, ...at }: At & { detail?: string }, reason: Reason): false {
    this.understood.refused.push({ at, reason, ...(detail !== undefined && { detail: detailOf(detail) }) });
    return false;
  }
}

function whenOf(
  day: DayInText['day'],
  time: string | undefined,
  { when: exact, time: exactTime }: NoteFields,
): When {
  if (typeof day !== 'string') return { numbers: day, ...(time !== undefined && { time }) };
  if (time === undefined) return exact ?? dayOnly(day);
  const local = `${day}T${time}`;
  if (!exact || 'numbers' in exact) return { local };
  if ('local' in exact) return exact.local.slice(0, 16) === local ? exact : { local };
  if (time === exactTime) return exact;
  // The name of the note, or one of its sections, has a time of its own, on the same clocks.
  const { offset } = exact;
  return offset === undefined ? { local } : { moment: Date.parse(`${local}Z`) - offset * 60_000, offset };
}

/** A moment in UTC may be on another day where it was written. */
const ofNamedDay = (when: When, day: DayInText['day'] | undefined): When =>
  'moment' in when && when.offset === undefined && typeof day === 'string' ? { ...when, day } : when;

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join('\n\n');

const textOf = (title: string, { lines }: Lines): string => {
  const body = lines
    .join('\n')
    .replace(/^\s*\n/, '')
    .trimEnd();
  const startsWithTitle = title !== '' && body.replace(/^#+\s*/, '').startsWith(title);
  return startsWithTitle ? body : joined(title, body);
};
