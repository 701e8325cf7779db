import { optionsOf } from '../files/reading';
import type { ForeignEntry, Optional, Understood } from '../understood';

/*
 * Notes that name no day, but know when they were created, may be a diary or recipes. A person is asked for each of their
 * folders, and not at all if there is one folder only, without a note that names its day.
 */

/** Folders that are asked for one by one. The notes of all others are one question. */
const FOLDERS_MAX = 20;

interface Folder {
  /** The number of notes that name their day. */
  dated: number;
  created: ForeignEntry[];
}

export class ByFolder {
  private readonly folders = new Map<string, Folder>();

  /** @param created the entries of a note that was only created on its day; none of a note that names its day */
  note(folder: string, created: readonly ForeignEntry[] = []): void {
    const known = this.folders.get(folder) ?? { dated: 0, created: [] };
    this.folders.set(folder, known);
    if (created.length === 0) known.dated += 1;
    else known.created.push(...created);
  }

  /** Makes the notes optional that are only of the day on which they were created. */
  finish(understood: Understood): void {
    const all = [...this.folders].sort(([, a], [, b]) => b.created.length - a.created.length);
    const hasDated = all.some(([, { dated }]) => dated > 0);
    if (!hasDated && all.length < 2) return;
    const root = commonDepth(all.map(([name]) => partsOf(name)));
    const wanted = new Set<Optional>();
    for (const [index, [name, { dated, created }]] of all.entries()) {
      if (created.length === 0) break;
      const isShown = index < FOLDERS_MAX;
      const shown = partsOf(name).slice(root).join('/').slice(0, 100);
      const option: Optional = `folder:${isShown ? shown : ''}`;
      // Among days of a diary, a note without one is mostly a day that got a title.
      if (!hasDated || (isShown && dated >= created.length)) wanted.add(option);
      for (const entry of created) entry.optional = [...optionsOf(entry), option];
    }
    if (wanted.size > 0) understood.wanted = [...wanted];
  }
}

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const partsOf = (folder: string): string[] => (folder === '' ? [] : folder.split('/'));

/** The number of folders that all of these are in. A folder that the others are in keeps its own name. */
function commonDepth(folders: readonly string[][]): number {
  const [first = []] = folders;
  let depth = first.length;
  for (const folder of folders)
    while (first.slice(0, depth).some((part, at) => part !== folder[at])) depth -= 1;
  return folders.some(({ length }) => length === depth) ? Math.max(0, depth - 1) : depth;
}
