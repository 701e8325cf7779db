import { Collector } from '../../collector';
import { type DayInText, dayAtStart } from '../../dates/day-in-text';
import { list, unlessDamaged, record, text } from '../../files/reading';
import { type EntryPhotos, PhotoFinder } from '../../photos';
import { MEDIA_NOT_TAKEN } from '../../texts/media';
import type { Bundle, BundleFile, Format } from '../../format';
import type { At, Instead, NotTaken, Understood, When } from '../../understood';
import { type Item, type Page, pageOf } from './apple-journal-page';
import { StatesOfMind } from './apple-state-of-mind';

/** Pages that are looked at. */
const LOOKED_AT = 20;

/** Bytes of a file that says more about one thing, of which there is little to say. */
const ABOUT_MAX = 1_000_000;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const DAY_MS = 24 * 60 * 60_000;

const pagesIn = ({ files, isSingle }: Bundle): BundleFile[] =>
  isSingle ? [] : files.filter(({ path }) => /\.html?$/i.test(path));

/** The day of UTC, and a number that the second and later pages with the same name have. */
function named(file: BundleFile): { file: BundleFile; day: string; number: number } {
  const [, day = '', number = '0'] =
    /(?:^|\/)(\d{4}-\d\d-\d\d)?[^/]*?(?:\((\d{1,4})\))?\.html?$/i.exec(file.path) ?? [];
  return { file, day, number: Number(number) };
}

const inOrder = (one: ReturnType<typeof named>, other: ReturnType<typeof named>): number =>
  one.day === other.day ? one.number - other.number : one.day < other.day ? -1 : 1;

/**
 * The export of Apple's Journal: a folder, or a ZIP of it. `Entries/` has a page for each entry, with neither a time nor an
 * id, and `Resources/` what belongs to them: photos, recordings, and JSON that says more about each thing.
 */
export const appleJournal: Format = {
  async recognises(bundle) {
    for (const page of pagesIn(bundle).slice(0, LOOKED_AT))
      if (/class\s*=\s*["']pageHeader["']/.test(await page.start())) return true;
    return false;
  },

  async read(bundle) {
    const reader = new Reader(bundle);
    for (const { file, day } of pagesIn(bundle).map(named).sort(inOrder)) await reader.readPage(file, day);
    return reader.finish();
  },
};

/** What stays in the app, by its kind. Anything else is a file. */
const LEFT: readonly [RegExp, NotTaken][] = [
  [/^video/, 'videos'],
  [/^audio/, 'recordings'],
  [/^contact/, 'people'],
  [/activity|^workout/i, 'activities'],
  [/^music|^podcast|media$/i, 'music'],
];

class Reader {
  readonly #collector = new Collector('Apple Journal');
  readonly #finder: PhotoFinder;
  /** The JSON about things, by their ids. */
  readonly #about = new Map<string, BundleFile>();
  /** The number of entries of each day. */
  readonly #days = new Map<string, number>();
  readonly #minds = new StatesOfMind();

  constructor(bundle: Bundle) {
    this.#finder = new PhotoFinder(this.#collector.understood, bundle);
    for (const file of bundle.files) {
      const name = /(?:^|\/)([^/]+)\.json$/i.exec(file.path)?.[1];
      if (name !== undefined && file.size <= ABOUT_MAX) this.#about.set(name.toLowerCase(), file);
    }
  }

  finish(): Understood {
    return { ...this.#collector.understood, ...this.#minds.finish(this.#collector.understood) };
  }

  async readPage(file: BundleFile, nameDay: string): Promise<void> {
    const at: At = { file: file.path };
    const html = await unlessDamaged(file.text());
    if (html === undefined) return this.#collector.refuse(at, 'unreadable');
    const page = pageOf(html);
    // The table of contents is no entry, and not missed.
    if (page.heading === undefined && /href\s*=\s*["']Entries\//.test(html)) return;
    if (page.heading === undefined) return this.#collector.refuse(at, 'not-an-entry');
    const day = this.#dayOf(page.heading, nameDay, at);
    if (day === undefined) return this.#collector.refuse(at, 'no-date', page.heading);
    await this.#addEntry(day, page, at);
  }

  async #addEntry(day: DayInText['day'], { words, items }: Page, at: At): Promise<void> {
    const photos = this.#finder.ofEntry(at);
    const [labels, links, instead]: [string[], string[], Instead[]] = [[], [], []];
    let mood: string | undefined;
    let city: string | undefined;
    for (const item of items) {
      if (item.kind === 'stateOfMind') {
        const [first, ...others] = this.#minds.labelsOf(item, await this.#aboutOf(item.id));
        mood ??= first;
        labels.push(...(first === mood ? others : [first ?? '', ...others]));
      } else if (/map$/i.test(item.kind)) city ??= await this.#cityOf(item);
      else if (item.kind === 'link' && /^https?:\/\//i.test(item.link ?? '')) links.push(item.link ?? '');
      else instead.push(...this.#leave(item, photos, at));
    }
    const whole = [words, ...links].filter((part) => part !== '').join('\n\n');
    const { photos: found } = photos.found;
    if (whole === '' && mood === undefined && !found && instead.length === 0 && labels.length === 0)
      return this.#collector.refuse(at, 'empty');
    // Entries of a day have no other order than that of their files, which a new one may change. Things have ids of their
    // own, which stay when the words are edited.
    const [firstLine = ''] = whole.split('\n', 1);
    const thing = items.find((item) => UUID.test(item.id));
    const byWords = [String(day), firstLine, ...(whole === '' ? items.map((item) => item.id) : [])].join(' ');
    const id = thing ? `${String(day)} ${thing.id.toLowerCase()}` : byWords;
    this.#collector.add(
      'applejournal',
      id,
      {
        at,
        when: this.#whenOf(day),
        words: whole,
        ...(instead[0] && { instead: instead[0] }),
        ...(found && { photos: found }),
        ...(mood !== undefined && { mood }),
        tags: [...new Set(labels)].filter((label) => label !== ''),
        ...(city !== undefined && { city }),
      },
      true,
      thing && byWords,
    );
  }

  /** The day of the heading. The name of the file has that of UTC, which counts if the heading cannot be read. */
  #dayOf(heading: string, nameDay: string, at: At): DayInText['day'] | undefined {
    const day = dayAtStart(heading)?.day;
    // Calendars of other countries have other years.
    const isFar = (one: string) => Math.abs(Date.parse(one) - Date.parse(nameDay)) > 2 * DAY_MS;
    if (day !== undefined && !(typeof day === 'string' && isFar(day))) return day;
    if (nameDay === '') return undefined;
    this.#collector.remark(at, 'day-of-file-name', heading);
    return nameDay;
  }

  /** Noon. Some milliseconds keep the entries of a day in their order. */
  #whenOf(day: DayInText['day']): When {
    if (typeof day !== 'string') return { numbers: day };
    const before = this.#days.get(day) ?? 0;
    this.#days.set(day, before + 1);
    const later = before === 0 ? '' : `:00.${String(Math.min(before, 999)).padStart(3, '0')}`;
    return { local: `${day}T12:00${later}`, isDayOnly: true };
  }

  /** The city of a map. What is written on it is often a street or a shop. */
  async #cityOf({ id }: Item): Promise<string | undefined> {
    const visits = list((await this.#aboutOf(id)).visits).map(record);
    const city = visits.map((visit) => text(visit.city).trim()).find((name) => name !== '');
    if (city === undefined) this.#collector.leave('places');
    return city;
  }

  async #aboutOf(id: string): Promise<Record<string, unknown>> {
    const file = this.#about.get(id.toLowerCase());
    const json = file && (await unlessDamaged(file.text()));
    try {
      return record(JSON.parse(json ?? ''));
    } catch {
      return {};
    }
  }

  /** Takes a photo or a drawing, and counts anything else. @returns what it is, for an entry without words */
  #leave({ kind, id, picture }: Item, photos: EntryPhotos, { file = '' }: At): Instead[] {
    if (/photo$|^drawing$/i.test(kind)) {
      photos.take(picture ?? id, { beside: file });
      return ['photo'];
    }
    const left = LEFT.find(([kinds]) => kinds.test(kind))?.[1] ?? 'files';
    this.#collector.leave(left);
    return (Object.keys(MEDIA_NOT_TAKEN) as Instead[]).filter((one) => MEDIA_NOT_TAKEN[one] === left);
  }
}
