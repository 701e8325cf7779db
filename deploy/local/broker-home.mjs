import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const SYSTEM_FOLDER = '/var/lib/inner-weather';
/** Others may go through a folder, without seeing what is in it. */
const PASSABLE = 0o711;

/**
 * The broker's home with its folders, made where it is missing: below the data folder, or, where its user could not get
 * there (below root's own home, say), below the system's folder for state.
 * @param {string} dataDir
 * @param {{uid: number, gid: number} | undefined} user undefined: the one who runs this
 * @param {string} [systemFolder]
 */
export function brokerHome(dataDir, user, systemFolder = SYSTEM_FOLDER) {
  const home = brokerHomePath(dataDir, user, systemFolder);
  if (dirname(home) === systemFolder) makePassable(systemFolder);
  for (const folder of [home, join(home, 'mnesia'), join(home, 'log')]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (user) chownSync(folder, user.uid, user.gid);
  }
  return home;
}

/**
 * Where that is.
 * @param {string} dataDir
 * @param {object | undefined} user
 * @param {string} [systemFolder]
 */
export function brokerHomePath(dataDir, user, systemFolder = SYSTEM_FOLDER) {
  const wanted = resolve(dataDir, 'rabbitmq');
  return user && isClosed(dirname(wanted)) ? join(systemFolder, idOf(wanted)) : wanted;
}

/** @param {string} path */
function idOf(path) {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

/**
 * Is it, or one that it is in, closed to others?
 * @param {string} folder
 */
function isClosed(folder) {
  for (let path = folder; ; path = dirname(path)) {
    if (existsSync(path) && (statSync(path).mode & 0o001) === 0) return true;
    if (path === dirname(path)) return false;
  }
}

/**
 * The mode is set by itself, since what is asked for when a folder is made goes through the umask.
 * @param {string} folder
 */
function makePassable(folder) {
  if (mkdirSync(folder, { recursive: true })) chmodSync(folder, PASSABLE);
}
