import { folderOf } from '../notes/by-folder';
import { Collector } from '../collector';
import { isRecord, list, number, record, text, unlessDamaged } from '../files/reading';
import { PhotoFinder } from '../photos';
import { textOfHtml } from '../texts/html';
import { withTitle } from '../texts/html-or-text';
import { mediaKindOf, mediaMark } from '../texts/media';
import type { Bundle, BundleFile, Format } from '../format';
import { type At, ImportFailure, type Instead, type Optional } from '../understood';

/** Folders of a Takeout that are looked into, and files of each. The names of both depend on the language. */
const FOLDERS = 500;
const FILES = 3;

/** Google Keep in a Takeout: a JSON for each note, and beside it the same note as a page to look at, which is not read. */
export const googleKeep: Format = {
  async recognises(bundle) {
    return (await notesIn(bundle)).length > 0;
  },

  async read(bundle) {
    const collector = new Collector('Google Keep');
    const finder = new PhotoFinder(collector.understood, bundle);
    for (const file of await notesIn(bundle)) {
      const at: At = bundle.isSingle ? {} : { file: file.path };
      const json = await unlessDamaged(file.json());
      if (json === undefined && bundle.isSingle) throw new ImportFailure('cut-off');
      if (json === undefined) collector.refuse(at, 'unreadable');
      else if (!isNote(json)) collector.refuse(at, 'not-an-entry');
      else readNote(json, at, file.path, collector, finder);
    }
    return collector.understood;
  },
};

/** The JSON files of the folders that have notes. */
async function notesIn({ files, isSingle }: Bundle): Promise<BundleFile[]> {
  const byFolder = new Map<string, BundleFile[]>();
  for (const file of files.filter(({ path }) => isSingle || /\.json$/i.test(path))) {
    const folder = folderOf(file.path);
    const known = byFolder.get(folder);
    if (known) known.push(file);
    else byFolder.set(folder, [file]);
  }
  const notes: BundleFile[] = [];
  for (const inFolder of [...byFolder.values()].slice(0, FOLDERS)) {
    for (const file of inFolder.slice(0, FILES)) {
      if (!looksLikeNote((await unlessDamaged(file.start())) ?? '')) continue;
      notes.push(...inFolder);
      break;
    }
  }
  return notes;
}

/** The times stand behind the text, which may be long. */
const looksLikeNote = (start: string): boolean =>
  /^\s*\{/.test(start) &&
  (/"(?:created|userEdited)TimestampUsec"\s*:/.test(start) ||
    (/"isTrashed"\s*:/.test(start) && /"isArchived"\s*:/.test(start)));

const isNote = (json: unknown): json is Record<string, unknown> =>
  isRecord(json) &&
  ['createdTimestampUsec', 'userEditedTimestampUsec', 'isTrashed'].some((name) => name in json);

function readNote(
  note: Record<string, unknown>,
  at: At,
  path: string,
  collector: Collector,
  finder: PhotoFinder,
): void {
  const title = text(note.title).trim();
  if (note.isTrashed === true) return collector.leave('trashed');
  const created = microseconds(note.createdTimestampUsec);
  const edited = microseconds(note.userEditedTimestampUsec);
  const moment = created ?? edited;
  const items = list(note.listContent).map(record);
  const body =
    text(note.textContent) || textOfHtml(text(note.textContentHtml)) || items.map(lineOf).join('\n');
  const links = list(note.annotations).map(record).map(linkOf);
  const photos = finder.ofEntry(at);
  const missing = list(note.attachments)
    .map(record)
    .flatMap((attachment): Instead[] => {
      const kind = kindOf(attachment);
      const file = kind === 'photo' ? findPhoto(text(attachment.filePath), path, finder) : undefined;
      if (kind === 'photo' && photos.take(file ?? text(attachment.filePath))) return [];
      if (kind !== 'photo') collector.leaveMedia([kind]);
      return [kind];
    });
  const other = links.flatMap((link) => (body.includes(link.url) ? [] : link.words));
  const written = withTitle(title, [body, ...other].join('\n'));
  const words = [written, missing.map(mediaMark).join(' ')].filter((part) => part !== '').join('\n\n');
  const tags = list(note.labels).flatMap((label) => text(record(label).name) || []);
  if (words === '' && !photos.found.photos) return collector.refuse(at, 'empty');
  if (moment === undefined) return collector.refuse(at, 'no-date', words);
  if (note.isPinned === true) collector.leave('stars');
  const optional: Optional[] = [];
  if (note.isArchived === true) optional.push('archived');
  if (items.length > 0) optional.push('list');
  collector.add(
    'keep',
    String(moment),
    {
      at,
      when: { moment },
      words,
      ...photos.found,
      tags,
      ...(edited !== undefined && { updatedAt: edited }),
      ...(optional.length > 0 && { optional }),
    },
    true,
  );
}

/** Milliseconds since 1970. Some exports write numbers as texts. */
function microseconds(value: unknown): number | undefined {
  const found = number(typeof value === 'string' && /^\d{1,17}$/.test(value) ? Number(value) : value);
  return found !== undefined && found > 0 && found <= 8.64e18 ? Math.trunc(found / 1_000) : undefined;
}

const lineOf = ({ text: words, isChecked }: Record<string, unknown>): string =>
  `- [${isChecked === true ? 'x' : ' '}] ${text(words)}`;

/** A page that the note links to. Most addresses stand in the text, too. */
function linkOf({ url, title }: Record<string, unknown>): { url: string; words: string } {
  return { url: text(url), words: [text(title), text(url)].filter(Boolean).join(' ') };
}

function kindOf({ mimetype, filePath }: Record<string, unknown>): Instead {
  const type = text(mimetype);
  if (type.startsWith('image/')) return 'photo';
  if (type.startsWith('video/')) return 'video';
  return type.startsWith('audio/') ? 'recording' : mediaKindOf(text(filePath));
}

/** A note may call a picture `.jpeg` that the Takeout calls `.jpg`. */
function findPhoto(name: string, beside: string, finder: PhotoFinder): BundleFile | undefined {
  const other = name.replace(/\.jpe?g$/i, (end) => (end.length === 4 ? '.jpeg' : '.jpg'));
  return finder.find(name, beside) ?? finder.find(other, beside);
}
