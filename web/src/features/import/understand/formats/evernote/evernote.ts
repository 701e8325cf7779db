import { cityOfAddress } from '../../values/city-of-address';
import { Collector } from '../../collector';
import { PhotoFinder } from '../../photos';
import { textOfHtml } from '../../texts/html';
import { withTitle } from '../../texts/html-or-text';
import { mediaMark } from '../../texts/media';
import type { Bundle, BundleFile, Format } from '../../format';
import type { At, Instead } from '../../understood';
import { type Note, notesOf } from './evernote-notes';

const enexFiles = ({ files, isSingle }: Bundle): BundleFile[] =>
  files.filter(({ path }) => isSingle || /\.enex$/i.test(path));

/** Files that are looked at. */
const LOOKED_AT = 20;

/** Evernote's ENEX, an XML file per notebook, with its pictures as Base64. Notes have no ids. */
export const evernote: Format = {
  async recognises(bundle) {
    for (const file of enexFiles(bundle).slice(0, LOOKED_AT))
      if (/<en-export[\s>]/.test(await file.start())) return true;
    return false;
  },

  async read(bundle) {
    const collector = new Collector('Evernote');
    const finder = new PhotoFinder(collector.understood, bundle);
    for (const file of enexFiles(bundle)) {
      let number = 0;
      for await (const note of notesOf(file)) {
        number += 1;
        addNote(collector, finder, note, {
          file,
          at: { ...(!bundle.isSingle && { file: file.path }), number },
        });
      }
    }
    return collector.understood;
  },
};

/** What the app calls a note without a title. */
const UNTITLED = /^(untitled( note)?|unbenannte notiz|note sans titre|nota sin título|nota sem título)$/i;

function addNote(
  collector: Collector,
  finder: PhotoFinder,
  note: Note,
  { file, at }: { file: BundleFile; at: At },
): void {
  const title = UNTITLED.test(note.title) ? '' : note.title;
  if (note.isCutOff) return collector.refuse(at, 'unreadable', title);
  if (note.isEncrypted) return collector.refuse(at, 'encrypted', title);
  const moment = momentOf(note.created);
  if (moment === undefined) return collector.refuse(at, 'no-date', note.created || title);
  const photos = finder.ofEntry(at);
  // Those that do not come along are named where they are in the text, which has them in the same order.
  const isTaken: boolean[] = [];
  const others: Instead[] = [];
  for (const { mime, name, from, to } of note.resources) {
    const kind = kindOf(mime);
    if (kind !== 'photo') others.push(kind);
    else isTaken.push(photos.takeWithin(file, to > from ? { from, to, name } : undefined));
  }
  collector.leaveMedia(others);
  /** A picture may be shown twice. */
  const shown = new Set<string>();
  const words = textOfHtml(note.content, {
    'en-media': ({ type = '', hash = '' }) => {
      const kind = kindOf(type);
      if (kind === 'photo' && shown.has(hash)) return '';
      if (hash !== '') shown.add(hash);
      return kind === 'photo' && (isTaken.shift() ?? photos.takeWithin(file)) ? '' : mediaMark(kind);
    },
    'en-crypt': () => {
      collector.leave('encrypted');
      return mediaMark('encrypted');
    },
  });
  const tasks = note.tasks.map(({ title: task, isDone }) => `- [${isDone ? 'x' : ' '}] ${task}`);
  const written = withTitle(title, [words, tasks.join('\n')].filter(Boolean).join('\n\n'));
  const city = cityOfAddress(note.place);
  if (city === undefined && (note.place !== '' || note.hasCoordinates)) collector.leave('places');
  const { photos: found } = photos.found;
  const instead = found ? 'photo' : others[0];
  if (written === '' && !instead && note.tags.length === 0) return collector.refuse(at, 'empty');
  const updatedAt = momentOf(note.updated);
  collector.add(
    'evernote',
    String(moment),
    {
      at,
      when: { moment },
      words: written,
      ...(instead && { instead }),
      ...(found && { photos: found }),
      tags: note.tags,
      ...(city !== undefined && { city }),
      ...(updatedAt !== undefined && { updatedAt }),
    },
    true,
  );
}

function kindOf(mime: string): Instead {
  if (mime.startsWith('image/')) return 'photo';
  if (mime.startsWith('video/')) return 'video';
  return mime.startsWith('audio/') ? 'recording' : 'file';
}

/** `20260114T203000Z`, in UTC. */
function momentOf(written: string): number | undefined {
  const [, year, month, day, hours, minutes, seconds] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(written) ?? [];
  const iso = `${year}-${month}-${day}T${hours}:${minutes}:${seconds}`;
  const moment = Date.parse(`${iso}Z`);
  return Number.isFinite(moment) && new Date(moment).toISOString().startsWith(iso) ? moment : undefined;
}
