import { Collector } from '../collector';
import { momentIn, whenOf } from '../dates/iso-time';
import { unlessDamaged, record, text } from '../files/reading';
import { PhotoFinder } from '../photos';
import { wordsOfMarkdown } from '../texts/markdown-words';
import { mediaKindOf } from '../texts/media';
import type { Bundle, BundleFile, Format } from '../format';
import type { At } from '../understood';

/** The part of `info.json` that is Bear's own. */
const BEAR = 'net.shinyfrog.bear';

/** Notes that are looked at. */
const LOOKED_AT = 20;

/** A tag between two signs may have several words: `#slow days#`. */
const LONG_TAG = /(^|\s)#([^\s#][^#\n]{1,98}[^\s#])#(?=\s|$)/gm;
/** A file of the note, as the first version of Bear names it. */
const OLD_FILE = /\[(?:image:|file:|assets\/)([^[\]\n]{1,300})\](?![([])/g;
/** The size of a picture, behind it. */
const SIZE = /<!--\s?\{[^{}\n]{0,200}\}\s?-->/g;

const infosIn = ({ files, isSingle }: Bundle): BundleFile[] =>
  isSingle ? [] : files.filter(({ path }) => /(^|\/)info\.json$/.test(path));

/** Bear's backup: a ZIP with a TextBundle (http://textbundle.org/spec) for each note. */
export const bear: Format = {
  async recognises(bundle) {
    for (const info of infosIn(bundle).slice(0, LOOKED_AT))
      if ((await info.start()).includes(`"${BEAR}"`)) return true;
    return false;
  },

  async read(bundle) {
    const collector = new Collector('Bear');
    const finder = new PhotoFinder(collector.understood, bundle);
    const folders = filesByFolder(bundle);
    for (const info of infosIn(bundle)) {
      const files = folders.get(folderOf(info.path)) ?? [];
      const note = files.find(({ path }) => /(^|\/)text\.(md|markdown|txt)$/i.test(path));
      const at: At = { file: note?.path ?? info.path };
      const written = note && (await unlessDamaged(note.text()));
      const about = await aboutOf(info);
      if (written === undefined || !about) collector.refuse(at, 'unreadable');
      else
        addNote(collector, finder, {
          about,
          written,
          at,
          assets: folders.get(`${folderOf(info.path)}assets/`),
        });
    }
    return collector.understood;
  },
};

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

function filesByFolder({ files }: Bundle): Map<string, BundleFile[]> {
  const folders = new Map<string, BundleFile[]>();
  for (const file of files) {
    const others = folders.get(folderOf(file.path));
    if (others) others.push(file);
    else folders.set(folderOf(file.path), [file]);
  }
  return folders;
}

async function aboutOf(info: BundleFile): Promise<Record<string, unknown> | undefined> {
  const json = await unlessDamaged(info.text());
  try {
    return record(record(JSON.parse(json ?? ''))[BEAR]);
  } catch {
    return undefined;
  }
}

interface BearNote {
  about: Record<string, unknown>;
  written: string;
  at: At;
  assets?: BundleFile[];
}

function addNote(
  collector: Collector,
  finder: PhotoFinder,
  { about, written, at, assets = [] }: BearNote,
): void {
  const [title = ''] = written.replace(/^#+\s*/, '').split('\n', 1);
  if (isSet(about.trashed)) return collector.refuse(at, 'not-an-entry', title);
  const when = whenOf(about.creationDate);
  if ('reason' in when) return collector.refuse(at, when.reason, title);
  const tags: string[] = [];
  const names = new Set(assets.map(({ path }) => nameOf(path)));
  const plain = written
    .replace(/^#+\s+/, '')
    .replace(SIZE, '')
    .replace(LONG_TAG, (_, before: string, tag: string) => {
      tags.push(tag);
      return before + tag;
    })
    .replace(OLD_FILE, (whole, path: string) => {
      const name = nameOf(path);
      if (!names.has(name)) return whole;
      return mediaKindOf(name) === 'photo' ? '' : name;
    });
  const photos = finder.ofEntry(at);
  const { words, tags: short } = wordsOfMarkdown(plain, (path) =>
    photos.take(path, { beside: at.file ?? '' }),
  );
  const kinds = assets.map(({ path }) => mediaKindOf(path));
  assets.forEach((asset, index) => {
    if (kinds[index] === 'photo') photos.take(asset);
  });
  collector.leaveMedia(kinds.filter((kind) => kind !== 'photo'));
  const instead = kinds[0];
  if (words === '' && !instead) return collector.refuse(at, 'empty');
  const id = text(about.uniqueIdentifier) || text(about['bear-note-unique-identifier']);
  const updatedAt = momentIn(about.modificationDate);
  collector.add(
    'bear',
    id || text(about.creationDate),
    {
      at,
      when,
      words,
      ...(instead && { instead }),
      ...photos.found,
      tags: [...new Set([...tags, ...short])],
      ...(isSet(about.archived) && { optional: 'archived' as const }),
      ...(updatedAt !== undefined && { updatedAt }),
    },
    id === '',
  );
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Versions write 1 or true. */
const isSet = (value: unknown): boolean => value === 1 || value === true;
