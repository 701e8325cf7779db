import { pathOf } from './understand/files/reading';

/*
 * The files of an import with photos. A browser gives them to the page that they were chosen in, and to no other: neither to
 * another tab nor after a reload.
 */

/** By what the same files are recognised when they are chosen again. */
export interface FilesMark {
  /** Of the first one. */
  name: string;
  count: number;
  bytes: number;
}

let chosen: { id: string; files: readonly File[] } | undefined;

/** @param id of the import */
export function keepFiles(id: string, files: readonly File[]): void {
  chosen = { id, files };
}

export const filesOf = (id: string): readonly File[] | undefined =>
  chosen?.id === id ? chosen.files : undefined;

/** They will be asked for again. */
export function forgetFiles(): void {
  chosen = undefined;
}

export const markOf = (files: readonly File[]): FilesMark => ({
  name: files[0] ? pathOf(files[0]) : '',
  count: files.length,
  bytes: files.reduce((sum, { size }) => sum + size, 0),
});

export const isSameMark = (one: FilesMark, other: FilesMark): boolean =>
  one.name === other.name && one.count === other.count && one.bytes === other.bytes;
