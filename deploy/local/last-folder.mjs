import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { readNote } from './journal-note.mjs';

/*
 * Which data folder a checkout used last. It is written into the checkout's own data folder if it was another one, so
 * that a forgotten DATA_DIR, or a disk that is not mounted, does not look like a journal that was lost.
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
 * A folder for temporary files is left out, unless the checkout is there too: a test leaves nothing that could be missed.
 * @param {{root: string, dataDir: string, temporary?: string}} options
 */
export function rememberFolder({ root, dataDir, temporary = tmpdir() }) {
  if (dataDir.startsWith(`${temporary}${sep}`) && !root.startsWith(`${temporary}${sep}`)) return;
  try {
    if (isSameFolder(dataDir, ownFolder(root))) return rmSync(fileOf(root), { force: true });
    mkdirSync(ownFolder(root), { recursive: true });
    writeFileSync(fileOf(root), `${dataDir}\n`);
  } catch {
    // The checkout may be read-only. Then a forgotten DATA_DIR is not noticed.
  }
}

/** Whether two paths lead to the same folder, also by a link. @param {string} a @param {string} b */
export const isSameFolder = (a, b) => realPath(a) === realPath(b);

/** @param {string} path */
function realPath(path) {
  return existsSync(path) ? realpathSync(path) : path;
}
