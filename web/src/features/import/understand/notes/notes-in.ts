import { mediaKindOf } from '../texts/media';
import type { Bundle, BundleFile } from '../format';
import { nameInOneForm, type NoteName, nameOfNote } from './name-of-note';

const MARKDOWN = /\.(md|markdown|mdown)$/i;
const TEXT = /\.txt$/i;
/** `.obsidian`, `.trash` and the like. */
const HIDDEN = /(^|[/\\])\.[^./\\]/;

export interface Note {
  file: BundleFile;
  named: NoteName;
}

const noteOf = (file: BundleFile): Note => ({ file, named: nameOfNote(file.path) });

export const isText = ({ path }: BundleFile): boolean => TEXT.test(path);

/** Plain texts are notes if they are named after a day. */
export const isNote = (file: BundleFile): boolean =>
  MARKDOWN.test(file.path) || (isText(file) && nameInOneForm(file.path).day !== undefined);

/**
 * The file itself if it is one. Of several, the notes, or the only text if all others are photos and recordings, whatever its
 * name is. Copies come behind what they are copies of.
 */
export function notesIn({ files, isSingle }: Bundle): Note[] {
  if (isSingle) return files.map(noteOf);
  const shown = files.filter(({ path }) => !HIDDEN.test(path));
  const [only, ...others] = shown.filter(({ path }) => mediaKindOf(path) === 'file');
  if (only && others.length === 0 && isText(only)) return [noteOf(only)];
  return shown
    .filter(isNote)
    .map(noteOf)
    .sort((a, b) => Number(a.named.isCopy) - Number(b.named.isCopy) || (a.file.path < b.file.path ? -1 : 1));
}
