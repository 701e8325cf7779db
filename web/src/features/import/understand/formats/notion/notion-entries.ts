import { ByFolder } from '../../notes/by-folder';
import { Collector } from '../../collector';
import { isCreated, roleOfName, rolesOf } from '../../column-roles';
import { dayAtStart } from '../../dates/day-in-text';
import { dayOf, type WrittenDay } from '../../dates/days';
import { dayOnly } from '../../dates/when';
import { decodedPath, moodsIn } from '../../files/reading';
import { measuredValue, Measuring, nameAndUnit } from '../../values/measured';
import { moodsOf } from '../../notes/note-fields';
import { type EntryPhotos, PhotoFinder } from '../../photos';
import { fingerprint } from '../../texts/fingerprint';
import { replaceLinks } from '../../texts/links';
import { mediaKindOf, mediaMark } from '../../texts/media';
import { keptMarkdown } from '../../texts/kept-markdown';
import type { Bundle, BundleFile } from '../../format';
import type { At, ForeignEntry, Role, Understood, When } from '../../understood';
import { datesOf, whenOf } from '../../dates/column';
import { weatherOf } from '../table';

/** A page, or a row of a database that has none. */
export interface NotionRow {
  at: At;
  /** Of a page. */
  id?: string;
  file?: BundleFile;
  title: string;
  /** By the names of the properties. */
  cells: ReadonlyMap<string, string>;
  body: string;
}

/** What a property is for an entry. */
type Use = Exclude<Role, 'title'> | 'created' | 'none';

/** Who did something, and when last. */
const ABOUT_THE_PAGE =
  /^(?:created|last edited|edited|erstellt|zuletzt bearbeitet|bearbeitet)\b.*\b(?:by|von|time|um)$/i;

/** Properties of a database. Pages without a table may have any. */
const PROPERTIES_MAX = 100;

/** Longer words, or more of them, are no choice out of a list. */
const CHOICE_MAX = 30;

/** Makes entries of the rows of databases. What each property is, all of its values tell. */
export class NotionEntries {
  readonly collector = new Collector('Notion');
  readonly #finder: PhotoFinder;
  readonly #measuring = new Measuring();
  /** Of each entry, by its id: its database, and whether nothing but its creation has a day. */
  readonly #origins = new Map<string, { database: string; isCreated: boolean }>();

  constructor(bundle: Bundle) {
    this.#finder = new PhotoFinder(this.collector.understood, bundle);
  }

  finish(): Understood {
    const { understood } = this.collector;
    this.#measuring.finish(understood);
    // Only now, since a page may be there twice.
    const byFolder = new ByFolder();
    for (const entry of understood.entries) {
      const { database = '', isCreated } = this.#origins.get(entry.id) ?? {};
      byFolder.note(database, isCreated ? [entry] : []);
    }
    byFolder.finish(understood);
    return { ...understood, moods: moodsOf(moodsIn(understood)) };
  }

  /** @param database its name */
  add(database: string, names: readonly string[], rows: readonly NotionRow[]): void {
    const columns = names.slice(0, PROPERTIES_MAX);
    const others = new Set(names.slice(PROPERTIES_MAX));
    if (others.size > 0)
      for (const row of rows)
        for (const name of row.cells.keys()) if (others.has(name)) this.collector.leave('trackers');
    const cells = rows.map((row) => columns.map((name) => row.cells.get(name) ?? ''));
    const uses = usesOf(columns, cells);
    const valueIn = (row: string[], use: Use) =>
      row.find((value, column) => uses[column] === use && value !== '') ?? '';
    const daysOf = (use: Use) => datesOf(cells.map((row) => valueIn(row, use)));
    const [days, created] = [daysOf('date'), daysOf('created')];
    rows.forEach((row, index) => {
      const all = cells[index] ?? [];
      const values = (use: Use) =>
        all.flatMap((value, column) =>
          uses[column] === use && value !== '' ? [{ name: columns[column] ?? '', value }] : [],
        );
      this.#addRow(row, values, { database, day: days[index], created: created[index] });
    });
  }

  #addRow(
    row: NotionRow,
    values: (use: Use) => { name: string; value: string }[],
    { database, day, created }: { database: string; day?: WrittenDay; created?: WrittenDay },
  ): void {
    const { at, title } = row;
    const one = (use: Use) => values(use)[0]?.value ?? '';
    // `@January 14, 2026` is a date that was put into a text.
    const inTitle = dayAtStart(title.replace(/^@/, ''));
    const ofDate = whenOf(day, one('date'), one('time'));
    const named = 'reason' in ofDate && ofDate.reason === 'no-date' ? whenOfTitle(inTitle?.day) : undefined;
    const ofCreation = one('date') === '' && !named ? whenOf(created, one('created'), '') : undefined;
    const when = named ?? ofCreation ?? ofDate;
    const photos = this.#finder.ofEntry(at);
    const body = this.#wordsOf(row, photos);
    const texts = values('words').flatMap(({ name, value }) => {
      const text = this.#withoutMedia(value, row, photos);
      if (text === '') return [];
      return roleOfName(name) === undefined ? `${name}: ${text}` : text;
    });
    const isDay = inTitle?.rest === '' || dayOf(title.replace(/^@/, '')) !== undefined;
    const heading = isDay || title === 'Untitled' ? '' : title;
    const words = [heading, texts.join('\n'), body].filter((part) => part !== '').join('\n\n');
    const [mood, ...feelings] = partsOf(one('mood'));
    const tags = values('tags').flatMap(({ value }) => partsOf(this.#withoutMedia(value, row, photos)));
    const measured = values('measure');
    const isEmpty = words === '' && !photos.found.photos && mood === undefined && tags.length === 0;
    if (isEmpty && measured.length === 0) return this.collector.refuse(at, 'empty', title || undefined);
    if ('reason' in when)
      // Most pages of a workspace are no diary.
      return when.reason === 'no-date' && row.cells.size === 0
        ? this.collector.refuse(at, 'not-a-daily-note', title)
        : this.collector.refuse(at, when.reason, when.detail ?? title);
    const measures = {};
    for (const { name, value } of measured) {
      const { name: shown, ...about } = nameAndUnit(name);
      this.#measuring.note(measures, shown, value, about);
    }
    const city = withoutAddresses(one('city'));
    const weather = weatherOf(one('weather'), one('temperature'), false);
    if (!weather && one('temperature') !== '') this.collector.leave('trackers');
    const entry = {
      at,
      when,
      words,
      ...photos.found,
      ...(mood !== undefined && { mood }),
      tags: [...new Set([...tags, ...feelings])],
      // An address has numbers or commas.
      ...(/^[^\d,;]+$/.test(city) && { city }),
      ...(weather && { weather }),
      measures,
    };
    const id =
      row.id === undefined
        ? this.#addLoose(one('date') || one('created'), entry)
        : this.collector.add('notion', row.id, entry);
    this.#origins.set(id, { database, isCreated: ofCreation !== undefined });
  }

  /** A row without a page has no id. Its words may be edited, so they are not part of it. */
  #addLoose(date: string, entry: Omit<ForeignEntry, 'id'>): string {
    return this.collector.add('notion', date, entry, true, `${date} ${fingerprint(entry.words)}`);
  }

  #wordsOf(row: NotionRow, photos: EntryPhotos): string {
    const text = replaceLinks(row.body, ({ isPicture, text: shown, target }) => {
      const isOnTheWeb = /^[a-z][a-z\d+.-]*:/i.test(target);
      if (!isPicture && isOnTheWeb) return undefined;
      if (!isPicture && /\.(?:md|csv|html)$/i.test(target)) return shown;
      const media = this.#takeMedia(target, row, photos, isPicture);
      return media === 'file' ? shown : media;
    });
    const whole = text.replace(/<\/?aside>/g, '');
    return (row.file?.path.endsWith('.html') ? whole : keptMarkdown(whole)).replace(/\n{3,}/g, '\n\n').trim();
  }

  /** The value of a property, without the files that it may have. */
  #withoutMedia(value: string, row: NotionRow, photos: EntryPhotos): string {
    const files = value.split(', ').map(decodedPath);
    if (!row.file || !files.every((name) => mediaKindOf(name) !== 'file')) return withoutAddresses(value);
    return files
      .map((name) => this.#takeMedia(name, row, photos, false))
      .join(' ')
      .trim();
  }

  /** What stands in the place of a picture or a file: nothing for a photo that comes along. */
  #takeMedia(target: string, { file }: NotionRow, photos: EntryPhotos, isPicture: boolean): string {
    const kind = isPicture ? 'photo' : mediaKindOf(target);
    if (kind === 'photo') return photos.take(target, { beside: file?.path ?? '' }) ? '' : mediaMark('photo');
    this.collector.leaveMedia([kind]);
    return kind === 'file' ? 'file' : mediaMark(kind);
  }
}

function usesOf(columns: readonly string[], cells: readonly string[][]): Use[] {
  const roles = rolesOf(columns, cells);
  return columns.map((name, column) => {
    if (isCreated(name)) return 'created';
    if (ABOUT_THE_PAGE.test(name)) return 'none';
    const role = roles[column];
    if (role && role !== 'title' && role !== 'words') return role;
    const values = cells.map((row) => row[column] ?? '').filter((value) => value !== '');
    if (['words', 'title'].includes(roleOfName(name) ?? '')) return 'words';
    if (values.every((value) => dayOf(value) !== undefined)) return 'none';
    // Checkboxes, also of pages whose day is only in their title.
    if (values.length > 0 && values.every((value) => measuredValue(value)?.form === 'yes-no'))
      return 'measure';
    return values.every(isChoice) ? 'tags' : 'words';
  });
}

/** Whether a value is one or more out of a list, as `home, rain`. */
const isChoice = (value: string): boolean =>
  partsOf(withoutAddresses(value)).every(
    (part) => part.length <= CHOICE_MAX && part.split(' ').length <= 2 && !/[\n@]|:\/\//.test(part),
  );

const partsOf = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** A relation to another page has its address in brackets: `Rome (Places/Rome%202f0a.md)`. */
const withoutAddresses = (value: string): string =>
  value.replace(/ \(([^()]{1,500})\)/g, (whole, inner: string) =>
    /^https:\/\/(?:www\.)?notion\.|\.(?:md|csv|html)$/.test(inner) ? '' : whole,
  );

function whenOfTitle(day: string | [number, number, number] | undefined): When | undefined {
  if (day === undefined) return undefined;
  return typeof day === 'string' ? dayOnly(day) : { numbers: day };
}
