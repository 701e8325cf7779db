import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { dataVolumeIsThere, dockerAnswers } from '../docker.mjs';
import { databaseFile, readNote, writeNote } from './journal-note.mjs';
import { masterKeysPath } from './keys-folder.mjs';
import { isSameFolder, lastFolder, rememberFolder } from './last-folder.mjs';
import { PlainError } from '../log.mjs';

/*
 * Determines the database of a data folder. The choice is noted in the folder and stays in use even if the machine
 * offers other databases later, since those would be empty and the journal would seem lost. Only INFRA, MONGO_URL or
 * AMQP_URL (which implies a native database) select another one.
 */

/** @typedef {import('./journal-note.mjs').Place} Place */
/** @typedef {import('./journal-note.mjs').JournalNote} JournalNote */
/** @typedef {{answers: () => Promise<boolean>, hasData: (dataDir: string) => Promise<boolean>}} Docker */
const DOCKER = { answers: dockerAnswers, hasData: dataVolumeIsThere };

/**
 * @typedef {object} Situation
 * @property {string} root of the checkout
 * @property {string} dataDir
 * @property {NodeJS.ProcessEnv} env
 * @property {import('../log.mjs').Log} log
 * @property {Docker} docker
 * @property {Place | undefined} named by the settings
 * @property {string} keys the file of the master keys
 * @property {string} prefix of the names of the databases
 */

/** @param {NodeJS.ProcessEnv} env @returns {Place | undefined} what the settings name */
function namedBy({ MONGO_URL: mongoUrl, AMQP_URL: amqpUrl, INFRA: infra }) {
  // Without password and options.
  if (mongoUrl) return `mongodb at ${/^[^:]+:\/\/(?:[^@/]*@)?([^/?]+)/.exec(mongoUrl)?.[1] ?? 'MONGO_URL'}`;
  return amqpUrl ? 'native' : infra || undefined;
}

const IN_WORDS = /** @type {Record<string, string>} */ ({
  native: 'the embedded database',
  docker: 'a Docker volume',
});
const inWords = (/** @type {Place} */ place) => IN_WORDS[place] ?? `the ${place}`;

const HOW_TO_MOVE =
  'To move a journal: npm run backup -- create <folder> in the one, npm run backup -- restore <folder> in the other; or ' +
  'export and import in the page.';
const OR_EMPTY = 'or begin an empty one by naming where: INFRA=native npm start';

/**
 * Decides where the journal is or will be created. Throws a PlainError if a start would show an empty journal in place
 * of an existing one, or a journal that cannot be decrypted.
 * @param {object} options
 * @param {string} options.root of the checkout
 * @param {string} options.dataDir
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {import('../log.mjs').Log} options.log
 * @param {Docker} [options.docker]
 * @param {boolean} [options.filled] from a backup, at once: then it may be empty, and without keys
 * @returns {Promise<{infra: string | undefined, begin: (kind: string) => void, keep: (kind: string) => void}>} `infra` is
 * what INFRA has to be for it; `begin` writes down which database was started, by its kind in words (Infrastructure),
 * `keep` that the whole start succeeded
 */
export async function journalPlace({
  root,
  dataDir,
  env = process.env,
  log,
  docker = DOCKER,
  filled = false,
}) {
  const named = namedBy(env);
  const prefix = env.MONGO_DATABASE_PREFIX || 'inner_weather_';
  const keys = masterKeysPath(dataDir, env);
  const note = readNote(dataDir);
  if (!filled) await assertNothingIsHidden({ root, dataDir, env, log, docker, named, keys, prefix }, note);
  /** @param {string} kind @param {Partial<JournalNote>} facts @returns {JournalNote} */
  const noteWith = (kind, facts) => {
    const first = { place: named ?? kind.toLowerCase(), prefix, folder: dataDir };
    return { ...first, ...(isSettled(note) && note), ...facts };
  };
  return {
    infra: named === undefined ? note?.place : env.INFRA || undefined,
    begin: (kind) => {
      if (!note?.keys) writeNote(dataDir, noteWith(kind, {}));
    },
    keep: (kind) => {
      writeNote(dataDir, noteWith(kind, { keys, last: named ?? kind.toLowerCase() }));
      rememberFolder({ root, dataDir });
    },
  };
}

/**
 * Whether the place stays in use. It does not if the first start failed, unless it is an embedded database without a
 * note (it has no path), which may contain anything.
 * @param {JournalNote | undefined} note
 */
const isSettled = (note) => note !== undefined && (note.keys !== undefined || note.folder === undefined);

/** @param {Situation} situation @param {JournalNote | undefined} note */
async function assertNothingIsHidden(situation, note) {
  const { named, log, dataDir } = situation;
  assertIsLastFolder(situation, note !== undefined);
  if (note === undefined) return assertKeysAreUnused(situation);
  // A failed first start may have created a database without keys, or keys without a database.
  if (note.keys) assertKeysAreThere(situation, note.keys);
  if (named !== undefined && named !== note.place) {
    return log(
      `starting with ${inWords(named)}: this is another place, empty until something is written or restored there. The ` +
        `journal that was made first in ${dataDir} is still in ${inWords(note.place)}. ${HOW_TO_MOVE}`,
    );
  }
  if (note.keys) await assertDataIsThere(situation, note);
  if (named === undefined && note.last && note.last !== note.place) {
    log(
      `the last start was with ${inWords(note.last)}; this one opens the journal that was made first, in ` +
        `${inWords(note.place)}. ${HOW_TO_MOVE}`,
    );
  }
}

/**
 * @param {Situation} situation
 * @param {boolean} hasJournal whether something was made in the folder
 */
function assertIsLastFolder({ root, dataDir, env, log, named }, hasJournal) {
  const last = lastFolder(root);
  if (last === undefined || (isSameFolder(last, dataDir) && hasJournal)) return;
  if (isSameFolder(last, dataDir)) {
    const missing =
      `The journal that was used last from this checkout was in ${last}, and is not there. Is its disk mounted? Put ` +
      `the data back, or restore a backup`;
    if (named === undefined) throw new PlainError(`${missing}; ${OR_EMPTY}`);
    return log(`${missing}. An empty one begins`);
  }
  const isThere = readNote(last) !== undefined;
  if (env.DATA_DIR) {
    const other = hasJournal ? 'another place' : 'another, empty place';
    return log(
      `starting in ${dataDir}: this is ${other}. The journal that was used last from this checkout is in ${last}. ${HOW_TO_MOVE}`,
    );
  }
  const here = hasJournal ? 'open the one here' : 'begin an empty one here';
  throw new PlainError(
    (isThere
      ? `The journal of this checkout is in ${last}.`
      : `The journal that was used last from this checkout was in ${last}, and is not there. Is its disk mounted?`) +
      ` Open it with DATA_DIR=${last} npm start; or ${here} by naming it: DATA_DIR=.data npm start`,
  );
}

/** The folder of keys that this file is in, or a file of another name itself. @param {string} file */
const keysIn = (file) => (basename(file) === 'master.keys' ? dirname(file) : file);

/** For a folder without a database. @param {Situation} situation */
function assertKeysAreUnused({ dataDir, named, env, keys, log }) {
  // A user who sets the file of the keys has created it before the first start.
  if (env.MASTER_KEYS_FILE || !existsSync(keys)) return;
  const missing = `The keys of a journal are in ${keysIn(keys)}, but its data is not in ${dataDir}. Put the data back, or restore a backup`;
  if (named === undefined) throw new PlainError(`${missing}; ${OR_EMPTY}`);
  log(`${missing}. An empty one begins`);
}

/** @param {Situation} situation @param {string} kept where they were at the last start */
function assertKeysAreThere({ keys }, kept) {
  if (existsSync(keys)) return;
  if (existsSync(kept)) {
    throw new PlainError(
      `The master keys of this journal are in ${keysIn(kept)}, and the settings name ${keysIn(keys)}. Set KEYS_DIR or MASTER_KEYS_FILE ` +
        `as before, or move the keys`,
    );
  }
  throw new PlainError(
    `The master keys of this journal are missing: they were in ${keysIn(kept)}. Its entries cannot be read without them. ` +
      `Put them back, or restore a backup. To begin an empty journal, name another folder: DATA_DIR=.data-new npm start`,
  );
}

/** @param {Situation} situation @param {JournalNote} note */
async function assertDataIsThere({ dataDir, env, log, docker, named, prefix }, { place, folder, ...note }) {
  /** @param {string} missing */
  const refuse = (missing) => {
    // A user who sets the place knows that it is empty, or is about to restore a backup.
    if (named === undefined) throw new PlainError(`${missing}; ${OR_EMPTY}`);
    log(`${missing}. An empty one begins`);
  };
  if (place === 'native' && !existsSync(databaseFile(dataDir))) {
    refuse(
      `The data of this journal is missing: it was in ${databaseFile(dataDir)}. Put it back, or restore a backup`,
    );
  }
  if (place === 'docker') {
    const volume = `The Docker volume with the journal of ${dataDir} is gone.`;
    if (!(await docker.answers()))
      refuse(`The journal of ${dataDir} is in a Docker volume, and no Docker engine answers. Start Docker`);
    else if (!(await docker.hasData(dataDir)))
      refuse(
        folder && resolve(folder) !== dataDir
          ? `${volume} Volumes are named after the folder. Move the folder back to ${folder}, or restore a backup`
          : `${volume} Restore a backup`,
      );
  }
  if (named === undefined && place !== 'native' && place !== 'docker')
    refuse(`The journal of ${dataDir} is in the ${place}, and MONGO_URL is not set. Set it again`);
  if (note.prefix && note.prefix !== prefix) {
    if (!env.MONGO_DATABASE_PREFIX) {
      throw new PlainError(
        `The names of this journal's databases begin with ${note.prefix}. Open it with ` +
          `MONGO_DATABASE_PREFIX=${note.prefix} npm start; or begin an empty one by naming another`,
      );
    }
    log(
      `starting with databases whose names begin with ${prefix}: this is another place. Those of the journal that was ` +
        `made first begin with ${note.prefix}. ${HOW_TO_MOVE}`,
    );
  }
}
