import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/*
 * Where `npm start` keeps its keys: in a folder of their own beside the data folder, so that a copy of what is
 * encrypted does not take along what opens it. A data folder that is a file system of its own, a volume say, keeps
 * them inside: what is beside a volume may be gone with the container.
 */

/** Without these files, entries or everybody's sessions are lost. */
const MASTER_KEYS = 'master.keys';
const SIGNING_KEY = 'jwt-private.pem';

/** @typedef {{KEYS_DIR?: string, MASTER_KEYS_FILE?: string}} KeysEnvironment */

/**
 * Where the keys are, or, where there are none yet, will be. Keys are never moved: until somebody moves them, they are
 * found where they are, whatever KEYS_DIR says.
 * @param {string} dataDir absolute
 * @param {KeysEnvironment} [env]
 */
export function keysFolder(dataDir, env = process.env) {
  const wanted = wantedFolder(dataDir, env);
  return [wanted, ...placesOf(dataDir)].find(hasKeys) ?? wanted;
}

/**
 * The file of the master keys that a start uses, or will make.
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
  if (KEYS_DIR) return resolve(import.meta.dirname, '../..', KEYS_DIR);
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
