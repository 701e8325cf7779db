import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/*
 * The folder for the keys of `npm start`. It is next to the data folder, so that a copy of the data folder does not
 * include the keys. If the data folder is a separate file system, such as a volume, the keys are inside, since
 * everything outside of a volume may be lost with the container.
 */

/** Without these files, all entries or all sessions are lost. */
const MASTER_KEYS = 'master.keys';
const SIGNING_KEY = 'jwt-private.pem';

/** @typedef {{KEYS_DIR?: string, MASTER_KEYS_FILE?: string}} KeysEnvironment */

/**
 * The folder of existing keys, or the folder for new ones. Keys are never moved automatically: existing keys are used
 * from their current folder, even if KEYS_DIR names another.
 * @param {string} dataDir absolute
 * @param {KeysEnvironment} [env]
 */
export function keysFolder(dataDir, env = process.env) {
  const preferred = wantedFolder(dataDir, env);
  return [preferred, ...placesOf(dataDir)].find(hasKeys) ?? preferred;
}

/**
 * The file of the master keys that a start uses or creates.
 * @param {string} dataDir absolute
 * @param {KeysEnvironment} [env]
 */
export function masterKeysPath(dataDir, env = process.env) {
  return resolve(env.MASTER_KEYS_FILE || join(keysFolder(dataDir, env), MASTER_KEYS));
}

/** @param {string} dataDir */
const placesOf = (dataDir) => [`${dataDir}-keys`, join(dataDir, 'keys')];

/**
 * @param {string} dataDir
 * @param {KeysEnvironment} env
 */
function wantedFolder(dataDir, { KEYS_DIR }) {
  const [beside = '', inside = ''] = placesOf(dataDir);
  if (KEYS_DIR) return resolve(import.meta.dirname, '../../..', KEYS_DIR);
  return canBeBeside(dataDir) ? beside : inside;
}

/** @param {string} dataDir */
function canBeBeside(dataDir) {
  const parent = dirname(dataDir);
  if (!existsSync(dataDir)) return true;
  if (statSync(dataDir).dev !== statSync(parent).dev) return false;
  try {
    accessSync(parent, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} folder */
function hasKeys(folder) {
  return existsSync(join(folder, MASTER_KEYS)) || existsSync(join(folder, SIGNING_KEY));
}
