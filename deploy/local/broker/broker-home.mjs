import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const SYSTEM_FOLDER = '/var/lib/inner-weather';
/** Others may traverse the folder, but not list it. */
const PASSABLE = 0o711;

/**
 * Creates the broker's home if it is missing. It is in the data folder or, if the broker's user has no access to it
 * (for example below /root), in the system's state folder.
 * @param {string} dataDir
 * @param {{uid: number, gid: number} | undefined} user undefined: the current user
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
 * The path of the broker's home.
 * @param {string} dataDir
 * @param {object | undefined} user
 * @param {string} [systemFolder]
 */
export function brokerHomePath(dataDir, user, systemFolder = SYSTEM_FOLDER) {
  const preferred = resolve(dataDir, 'rabbitmq');
  return user && isClosed(dirname(preferred)) ? join(systemFolder, idOf(preferred)) : preferred;
}

/** @param {string} path */
function idOf(path) {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

/**
 * Whether the folder or one of its parents is closed to others.
 * @param {string} folder
 */
function isClosed(folder) {
  for (let path = folder; ; path = dirname(path)) {
    if (existsSync(path) && (statSync(path).mode & 0o001) === 0) return true;
    if (path === dirname(path)) return false;
  }
}

/**
 * Sets the mode separately, since the umask applies to the mode of mkdir.
 * @param {string} folder
 */
function makePassable(folder) {
  if (mkdirSync(folder, { recursive: true })) chmodSync(folder, PASSABLE);
}
