import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

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
 * Where the keys are, or, where there are none yet, will be.
 * @param {string} dataDir absolute
 * @param {KeysEnvironment} [env]
 */
export function keysFolder(dataDir, env = process.env) {
  const wanted = wantedFolder(dataDir, env);
  return [wanted, ...placesOf(dataDir)].find(hasKeys) ?? wanted;
}

/**
 * Moves keys that an earlier version, or an earlier KEYS_DIR, has left elsewhere to where they belong. No key is ever
 * deleted: where keys are in both places, the master keys that are missing are added, behind those that are there, and
 * the other folder is kept inside as it was. Where MASTER_KEYS_FILE names a file of the old folder, that stays.
 * @param {string} dataDir absolute
 * @param {import('./log.mjs').Log} log
 * @param {KeysEnvironment} [env]
 */
export function settleKeys(dataDir, log, env = process.env) {
  const wanted = wantedFolder(dataDir, env);
  for (const old of placesOf(dataDir)) {
    if (old === wanted || !hasKeys(old)) continue;
    if (env.MASTER_KEYS_FILE && isIn(resolve(env.MASTER_KEYS_FILE), old)) continue;
    if (hasKeys(wanted)) {
      addMissing(join(old, MASTER_KEYS), join(wanted, MASTER_KEYS));
      move(old, freeName(join(wanted, 'found')));
    } else {
      move(old, wanted);
    }
    log(`the keys that were in ${old} are in ${wanted} now: keep a copy, apart from copies of ${dataDir}`);
  }
  return keysFolder(dataDir, env);
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

/**
 * @param {string} path
 * @param {string} folder
 */
const isIn = (path, folder) => !relative(folder, path).startsWith('..');

/** @param {string} path */
function freeName(path) {
  let name = path;
  for (let number = 2; existsSync(name); number += 1) name = `${path}-${number}`;
  return name;
}

/**
 * @param {string} from a file of master keys, which may not be there
 * @param {string} to
 */
function addMissing(from, to) {
  const known = linesOf(to);
  const missing = linesOf(from).filter((line) => !known.includes(line));
  if (missing.length > 0) replace(to, [...known, ...missing, ''].join('\n'));
}

/** @param {string} file */
const linesOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []);

/**
 * Replaces the file in one step.
 * @param {string} file
 * @param {string} content
 */
function replace(file, content) {
  writeFileSync(`${file}.new`, content, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

/**
 * In one step; to another file system by a copy that is on its disk and was compared before the old one goes.
 * @param {string} from
 * @param {string} to
 */
function move(from, to) {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  try {
    renameSync(from, to);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EXDEV') throw error;
    mkdirSync(to, { recursive: true, mode: 0o700 });
    for (const { name } of readdirSync(from, { withFileTypes: true }).filter((entry) => entry.isFile())) {
      copyFileSync(join(from, name), join(to, name));
      const copy = openSync(join(to, name), 'r');
      fsyncSync(copy);
      closeSync(copy);
      if (!readFileSync(join(from, name)).equals(readFileSync(join(to, name)))) throw error;
      rmSync(join(from, name));
    }
  }
}
