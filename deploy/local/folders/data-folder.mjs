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
import { PlainError } from '../log.mjs';

/* Checks whether a data folder can hold a journal, before anything is started. */

const ANOTHER = 'Or name another folder: DATA_DIR=<folder> npm start';

/**
 * Creates the folder if it is missing. Throws a PlainError if the folder, its database or its keys cannot be used, or if
 * its disk is full.
 * @param {string} dataDir
 * @param {string} keys the file of the master keys, which may not exist yet
 * @param {(folder: string) => number} [freeOf]
 */
export function assertUsable(dataDir, keys, freeOf = freeBytes) {
  attempt(dataDir, () => {
    mkdirSync(dataDir, { recursive: true });
    writeTo(dataDir);
  });
  const full = whyFull(dataDir, { freeOf });
  if (full) throw new PlainError(`${full} ${ANOTHER}`);
  for (const folder of [join(dataDir, 'database'), join(dataDir, 'logs')])
    if (existsSync(folder)) attempt(folder, () => writeTo(folder));
  const database = databaseFile(dataDir);
  if (existsSync(database)) attempt(database, () => closeSync(openSync(database, 'r+')));
  // In a folder without access, an existing file looks as if it were missing.
  const folder = dirname(keys);
  if (existsSync(folder)) attempt(folder, () => openIfThere(keys));
  if (existsSync(keys)) attempt(keys, () => closeSync(openSync(keys, 'r')));
}

/** Bytes that a disk needs: below 50 MB the broker takes no message. */
const ROOM = 64 * 1024 * 1024;

/** Bytes that the disk of a folder has left. @param {string} folder */
function freeBytes(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * A sentence that says that the disk of a folder is full, or nearly; undefined if there is room.
 * @param {string} folder
 * @param {{name?: string, freeOf?: (folder: string) => number}} [options] `name`: the folder, as the user knows it
 */
export function whyFull(folder, { name = folder, freeOf = freeBytes } = {}) {
  const free = freeOf(folder);
  if (free >= ROOM) return undefined;
  const left = Math.floor(free / (1024 * 1024));
  return `The disk is full: ${left} MiB are left for ${name}, and ${ROOM / (1024 * 1024)} are needed. Make room on that disk.`;
}

/**
 * Returns a check that tells the user once when the disk of one of the folders is full, and once when it has room again.
 * @param {string[]} folders
 * @param {import('../log.mjs').Log} log
 * @param {(folder: string) => number} [freeOf]
 */
export function diskWatch(folders, log, freeOf = freeBytes) {
  /** @type {Set<string>} */
  const full = new Set();
  return () => {
    for (const folder of folders) {
      const why = whyFull(folder, { freeOf });
      if (why && !full.has(folder)) log(`${why} Until then, nothing new is saved`);
      if (!why && full.delete(folder)) log(`there is room again for ${folder}`);
      if (why) full.add(folder);
    }
  };
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

/**
 * @param {unknown} error
 * @returns {error is NodeJS.ErrnoException}
 */
export const isDiskFull = (error) => ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '');

/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code;

/** @param {string} path @param {() => void} work */
function attempt(path, work) {
  try {
    work();
  } catch (error) {
    throw new PlainError(`${reasonOf(path, error)} ${ANOTHER}`);
  }
}

/**
 * Why a file or folder cannot be used, in sentences for the user.
 * @param {string} path
 * @param {unknown} error
 */
export function reasonOf(path, error) {
  const code = codeOf(error);
  if (code === 'EACCES' || code === 'EPERM') return ownerReason(path);
  if (code === 'EROFS')
    return `${path} is on a read-only file system. Mount it so that it can be written to.`;
  if (isDiskFull(error))
    return `The disk is full: there is no space left for ${path}. Make room on that disk.`;
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${path} is a file or in one, and a folder is needed.`;
  return `${path} cannot be used (${String(error)}).`;
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
