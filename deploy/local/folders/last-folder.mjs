import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { readNote } from './journal-note.mjs';

/*
 * Remembers the data folder that a checkout used last, in the checkout's own data folder. So a forgotten DATA_DIR, or a
 * disk that is not mounted, does not look like a lost journal.
 */

const FILE = 'elsewhere';

const ownFolder = (/** @type {string} */ root) => join(root, '.data');
const fileOf = (/** @type {string} */ root) => join(ownFolder(root), FILE);

/** @param {string} root of the checkout @returns {string | undefined} a path, whether or not something is there */
export function lastFolder(root) {
  if (existsSync(fileOf(root))) return resolve(readFileSync(fileOf(root), 'utf8').trim());
  return readNote(ownFolder(root)) ? ownFolder(root) : undefined;
}

/**
 * Ignores temporary folders, such as those of tests, unless the checkout is temporary, too.
 * @param {{root: string, dataDir: string, temporary?: string}} options
 */
export function rememberFolder({ root, dataDir, temporary = tmpdir() }) {
  if (dataDir.startsWith(`${temporary}${sep}`) && !root.startsWith(`${temporary}${sep}`)) return;
  try {
    if (isSameFolder(dataDir, ownFolder(root))) return rmSync(fileOf(root), { force: true });
    mkdirSync(ownFolder(root), { recursive: true });
    writeFileSync(fileOf(root), `${dataDir}\n`);
  } catch {
    // In a read-only checkout, a forgotten DATA_DIR is not detected.
  }
}

/** Whether two paths are the same folder, even through a link. @param {string} a @param {string} b */
export const isSameFolder = (a, b) => realPath(a) === realPath(b);

/** @param {string} path */
function realPath(path) {
  return existsSync(path) ? realpathSync(path) : path;
}
