import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { databaseFile } from './journal-note.mjs';
import { PlainError } from './log.mjs';

/* Checks whether a data folder can hold a journal, before anything is started. */

const ANOTHER = 'Or name another folder: DATA_DIR=<folder> npm start';

/**
 * Creates the folder if it is missing. Throws a PlainError if the folder, its database or its keys cannot be used.
 * @param {string} dataDir
 * @param {string} keys the file of the master keys, which may not exist yet
 */
export function assertUsable(dataDir, keys) {
  attempt(dataDir, () => {
    mkdirSync(dataDir, { recursive: true });
    writeTo(dataDir);
  });
  for (const folder of [join(dataDir, 'database'), join(dataDir, 'logs')])
    if (existsSync(folder)) attempt(folder, () => writeTo(folder));
  const database = databaseFile(dataDir);
  if (existsSync(database)) attempt(database, () => closeSync(openSync(database, 'r+')));
  // In a folder without access, an existing file looks as if it were missing.
  const folder = dirname(keys);
  if (existsSync(folder)) attempt(folder, () => openIfThere(keys));
  if (existsSync(keys)) attempt(keys, () => closeSync(openSync(keys, 'r')));
}

/** @param {string} folder */
function writeTo(folder) {
  const probe = join(folder, `.probe-${process.pid}`);
  writeFileSync(probe, '');
  rmSync(probe);
}

/** @param {string} file */
function openIfThere(file) {
  try {
    statSync(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code;

/** @param {string} path @param {() => void} work */
function attempt(path, work) {
  try {
    work();
  } catch (error) {
    throw new PlainError(
      `${reasonOf(path, codeOf(error)) ?? `${path} cannot be used (${String(error)}).`} ${ANOTHER}`,
    );
  }
}

/** @param {string} path @param {string | undefined} code */
function reasonOf(path, code) {
  if (code === 'EACCES' || code === 'EPERM') return ownerReason(path);
  if (code === 'EROFS')
    return `${path} is on a read-only file system. Mount it so that it can be written to.`;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `There is no space left for ${path}. Make room on its disk.`;
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${path} is a file or in one, and a folder is needed.`;
  return undefined;
}

/** Volumes and bind mounts keep the owner from the host. @param {string} path */
function ownerReason(path) {
  const existing = nearest(path);
  const user = process.geteuid?.();
  return (
    `${existing} belongs to the user ${statSync(existing).uid}, and npm start runs as the user ${user}, who may not use it. ` +
    `Give it to this user: chown -R ${user} ${existing}`
  );
}

/** The path itself or its nearest existing parent. @param {string} path @returns {string} */
function nearest(path) {
  return existsSync(path) ? path : nearest(dirname(path));
}

/** File systems by their magic number on Linux (statfs(2)). */
const NETWORK = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9p'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
]);

/**
 * The name of a folder's network file system; undefined on a local disk.
 * @param {string} folder
 * @param {(folder: string) => number} [typeOf]
 */
export function networkFileSystem(folder, typeOf = (path) => statfsSync(path).type) {
  // Some systems return a signed number.
  return NETWORK.get(typeOf(folder) >>> 0);
}
