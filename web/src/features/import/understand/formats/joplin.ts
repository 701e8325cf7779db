import { ByFolder } from '../notes/by-folder';
import { Collector } from '../collector';
import { dayOnly } from '../dates/when';
import { unlessDamaged } from '../files/reading';
import { nameOfNote, type NoteName } from '../notes/name-of-note';
import { PhotoFinder } from '../photos';
import { textOfHtml } from '../texts/html';
import { keptMarkdown } from '../texts/kept-markdown';
import { withTitle } from '../texts/html-or-text';
import { linesOf } from '../texts/lines';
import { replaceLinks } from '../texts/links';
import { mediaMark } from '../texts/media';
import type { Bundle, BundleFile, Format } from '../format';
import { type At, ImportFailure, type Instead, type Optional, type When } from '../understood';

const ITEM = /(?:^|\/)[\da-f]{32}\.md$/;
const RESOURCE = /(?:^|\/)resources\/([\da-f]{32})(?:\.[^/]*)?$/;
const TYPE = /(?:^|\n)type_: ?\d{1,2}\s*$/;

/** Files that are looked into. */
const LOOKS = 20;

/** Notebooks within notebooks. More would be a circle. */
const DEPTH_MAX = 20;

/** Joplin's own export: an archive (JEX), or a folder with the same files (RAW). */
export const joplin: Format = {
  reads: 'notes',

  async recognises({ files }) {
    for (const file of files.filter(({ path }) => ITEM.test(path)).slice(0, LOOKS))
      if (TYPE.test((await unlessDamaged(file.text())) ?? '')) return true;
    return false;
  },

  async read(bundle) {
    const all = new Items(bundle);
    for (const file of bundle.files) if (ITEM.test(file.path)) await all.read(file);
    const { notes } = all;
    if (notes.length > 0 && notes.every(({ item }) => item.isEncrypted))
      throw new ImportFailure('encrypted', 'Joplin');
    for (const { item, at } of notes) readNote(item, at, all);
    // Only now, since a note may be there twice.
    const byFolder = new ByFolder();
    const { understood } = all.collector;
    for (const entry of understood.entries) {
      const { folder = '', isCreated } = all.folders.get(entry.id) ?? {};
      byFolder.note(folder, isCreated ? [entry] : []);
    }
    byFolder.finish(understood);
    return understood;
  },
};

/** A file of an item: its title, its text, and the fields that it has in Joplin. */
interface Item {
  title: string;
  body: string;
  fields: ReadonlyMap<string, string>;
  isEncrypted: boolean;
}

function itemOf(text: string): Item {
  const lines = linesOf(text.trimEnd());
  const above = lines.lastIndexOf('');
  const fields = new Map(
    lines.slice(above + 1).map((line): [string, string] => {
      const [name = '', ...value] = line.split(':');
      return [name.trim(), value.join(':').trim()];
    }),
  );
  const [title = '', , ...body] = above < 0 ? [] : lines.slice(0, above);
  const isEncrypted = fields.get('encryption_applied') === '1';
  return { title: title.trim(), body: body.join('\n').trim(), fields, isEncrypted };
}

class Items {
  readonly collector = new Collector('Joplin');
  readonly notes: { item: Item; at: At }[] = [];
  readonly resources = new Map<string, { name: string; kind: Instead; file?: BundleFile }>();
  /** The tags of notes, by the ids of both. */
  readonly tags: [note: string, tag: string][] = [];
  readonly tagNames = new Map<string, string>();
  readonly finder: PhotoFinder;
  /** The notebooks of entries, and whether they have no day but that of their creation. */
  readonly folders = new Map<string, { folder: string; isCreated: boolean }>();
  private readonly notebooks = new Map<string, { name: string; parent: string }>();
  private readonly files = new Map<string, BundleFile>();
  private byNote?: Map<string, string[]>;

  constructor(bundle: Bundle) {
    this.finder = new PhotoFinder(this.collector.understood, bundle);
    for (const file of bundle.files) {
      const id = RESOURCE.exec(file.path)?.[1];
      if (id !== undefined) this.files.set(id, file);
    }
  }

  async read(file: BundleFile): Promise<void> {
    const at = { file: file.path };
    const text = await unlessDamaged(file.text());
    if (text === undefined) return this.collector.refuse(at, 'unreadable');
    const item = itemOf(text);
    const { title, fields } = item;
    const field = (name: string) => fields.get(name) ?? '';
    const id = field('id');
    const type = field('type_');
    if (type === '1') this.notes.push({ item, at });
    // A slash in a name is not that of a notebook in a notebook.
    if (type === '2')
      this.notebooks.set(id, { name: title.replaceAll('/', ' '), parent: field('parent_id') });
    if (type === '4') {
      const file = this.files.get(id);
      this.resources.set(id, { name: title, kind: kindOf(field('mime')), ...(file && { file }) });
    }
    if (type === '5') this.tagNames.set(id, title);
    if (type === '6') this.tags.push([field('note_id'), field('tag_id')]);
  }

  folderOf(id: string): string {
    const names: string[] = [];
    for (let at = this.notebooks.get(id); at && names.length < DEPTH_MAX; at = this.notebooks.get(at.parent))
      names.unshift(at.name);
    return names.join('/');
  }

  tagsOf(note: string): string[] {
    if (!this.byNote) {
      this.byNote = new Map();
      for (const [id, tag] of this.tags) {
        const names = this.byNote.get(id) ?? [];
        this.byNote.set(id, names);
        names.push(this.tagNames.get(tag) ?? '');
      }
    }
    return this.byNote.get(note) ?? [];
  }
}

const KINDS: Readonly<Record<string, Instead>> = { image: 'photo', video: 'video', audio: 'recording' };

const kindOf = (mime: string): Instead =>
  Object.entries(KINDS).find(([type]) => mime.startsWith(`${type}/`))?.[1] ?? 'file';

function readNote({ title, body, fields, isEncrypted }: Item, at: At, all: Items): void {
  const { collector } = all;
  const field = (name: string) => fields.get(name) ?? '';
  const isSet = (name: string) => !/^0?$/.test(field(name));
  const id = field('id');
  if (isEncrypted) return collector.refuse(at, 'encrypted');
  if (isSet('deleted_time')) return collector.leave('trashed');
  const named = nameOfNote(`${title.replaceAll('/', '-')}.md`);
  const created = momentOf(field('user_created_time')) ?? momentOf(field('created_time'));
  const when = whenOf(named, created);
  const photos = all.finder.ofEntry(at);
  const isHtml = field('markup_language') === '2';
  const source = isHtml ? textOfHtml(withPictures(body)) : withPictures(body);
  const shownText = replaceLinks(source, ({ isPicture, text: shown, target }) => {
    const resource = /^:\/([\da-f]{32})/.exec(target)?.[1];
    if (resource === undefined) return undefined;
    const { kind, name, file } = all.resources.get(resource) ?? {};
    // A link to another note.
    if (!kind && !isPicture) return shown;
    if (kind && kind !== 'photo') collector.leaveMedia([kind]);
    else if (photos.take(file ?? (name || shown || resource))) return '';
    return mediaMark(kind ?? 'photo');
  });
  const text = (isHtml ? shownText : keptMarkdown(shownText)).replace(/\n{3,}/g, '\n\n');
  const isTodo = field('is_todo') === '1';
  const heading = named.isDaily ? '' : title;
  const words = withTitle(isTodo ? `- [${isSet('todo_completed') ? 'x' : ' '}] ${heading}` : heading, text);
  const isNamed = named.day !== undefined;
  if (text.trim() === '' && !photos.found.photos && (isNamed || title === ''))
    return collector.refuse(at, 'empty', title || undefined);
  if (!when) return collector.refuse(at, 'no-date', title || undefined);
  if (Number(field('latitude')) || Number(field('longitude'))) collector.leave('places');
  const updatedAt = momentOf(field('user_updated_time')) ?? momentOf(field('updated_time'));
  const optional: Optional[] = [];
  if (isTodo) optional.push('list');
  if (field('is_conflict') === '1') optional.push('copy');
  const entryId = collector.add('joplin', id, {
    at,
    when,
    words,
    ...photos.found,
    tags: all.tagsOf(id),
    ...(updatedAt !== undefined && { updatedAt }),
    ...(optional.length > 0 && { optional }),
  });
  all.folders.set(entryId, { folder: all.folderOf(field('parent_id')), isCreated: !isNamed });
}

/** Pictures as HTML, as Markdown. */
const withPictures = (text: string): string =>
  text.replace(/<img\b[^<>]*>/gi, (picture) => {
    const id = /:\/([\da-f]{32})/.exec(picture.slice(0, 2_000))?.[1];
    return id === undefined ? picture : `![](:/${id})`;
  });

function whenOf({ day, time }: NoteName, created: number | undefined): When | undefined {
  if (day === undefined) return created === undefined ? undefined : { moment: created };
  if (typeof day !== 'string') return { numbers: day, ...(time !== undefined && { time }) };
  if (time !== undefined) return { local: `${day}T${time}` };
  return created === undefined ? dayOnly(day) : { moment: created, day };
}

function momentOf(written: string): number | undefined {
  const moment = /^\d{4}-\d\d-\d\dT/.test(written) ? Date.parse(written) : NaN;
  return Number.isFinite(moment) && moment !== 0 ? moment : undefined;
}
