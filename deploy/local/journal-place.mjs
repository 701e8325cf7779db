import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataVolumeIsThere, dockerAnswers } from './docker.mjs';
import { hasMasterKeys, keysFolder } from './keys-folder.mjs';
import { PlainError } from './log.mjs';

/*
 * Which database holds the journal of a data folder. It is written into the folder, and stays in use whatever else the
 * machine offers later: another one would be empty, and the journal would seem gone. Another one is chosen only by name:
 * INFRA, MONGO_URL, or AMQP_URL, which leaves the database to be native.
 */

const FILE = 'journal-is-in';
/** In the checkout's own data folder: the path of the one that was used last, if it was another. */
const ELSEWHERE = 'elsewhere';

/** @typedef {{answers: () => Promise<boolean>, hasData: (dataDir: string) => Promise<boolean>}} Docker */
const DOCKER = { answers: dockerAnswers, hasData: dataVolumeIsThere };

/** `native`, `docker`, or a MongoDB elsewhere as `mongodb at <hosts>`. @typedef {string} Place */

/** @param {NodeJS.ProcessEnv} env @returns {Place | undefined} what the settings name */
function namedBy({ MONGO_URL: mongoUrl, AMQP_URL: amqpUrl, INFRA: infra }) {
  // Neither its password nor its options.
  if (mongoUrl) return `mongodb at ${/^[^:]+:\/\/(?:[^@/]*@)?([^/?]+)/.exec(mongoUrl)?.[1] ?? 'MONGO_URL'}`;
  return amqpUrl ? 'native' : infra || undefined;
}

const databaseFile = (/** @type {string} */ dataDir) => join(dataDir, 'database', 'journal.mv');

/** Whether a start with it has succeeded. @param {string} dataDir */
const wasReady = (dataDir) => existsSync(join(dataDir, FILE));

/** @param {string} dataDir @returns {Place | undefined} */
function keptIn(dataDir) {
  if (wasReady(dataDir)) return readFileSync(join(dataDir, FILE), 'utf8').trim();
  return existsSync(databaseFile(dataDir)) ? 'native' : undefined;
}

const IN_WORDS = /** @type {Record<string, string>} */ ({
  native: 'the embedded database',
  docker: 'a Docker volume',
});
const inWords = (/** @type {Place} */ place) => IN_WORDS[place] ?? `the ${place}`;

const HOW_TO_MOVE =
  'To move a journal: npm run backup in the one, npm run backup -- restore in the other; or export and import in the page.';

/**
 * Decides where the journal is, or will be. Throws a PlainError where a start would show an empty journal in place of one
 * that was made before, or one that nobody can read.
 * @param {object} options
 * @param {string} options.root of the checkout
 * @param {string} options.dataDir
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {import('./log.mjs').Log} options.log
 * @param {Docker} [options.docker]
 * @param {boolean} [options.filled] from a backup, at once: then it may be empty, and without keys
 * @returns {Promise<{infra: string | undefined, keep: (kind: string) => void}>} `infra` is what INFRA has to be for it;
 * `keep` writes down what was started, by its kind in words (Infrastructure)
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
  const kept = keptIn(dataDir);
  if (!filled) {
    if (kept === undefined) assertNothingIsMissed({ root, dataDir, env, named });
    else if (named === undefined || named === kept)
      await assertIsThere({ dataDir, env, kept, named, docker });
    else
      log(
        `starting with ${inWords(named)}: this is another place, with a journal of its own. The journal that was ` +
          `made first in ${dataDir} is still in ${inWords(kept)}. ${HOW_TO_MOVE}`,
      );
  }
  return {
    infra: named === undefined ? kept : env.INFRA || undefined,
    keep: (kind) => {
      if (kept === undefined) writeFileSync(join(dataDir, FILE), `${named ?? kind.toLowerCase()}\n`);
      rememberFolder({ root, dataDir });
    },
  };
}

/** @param {{root: string, dataDir: string, env: NodeJS.ProcessEnv, named: Place | undefined}} options */
function assertNothingIsMissed({ root, dataDir, env, named }) {
  const keys = keysFolder(dataDir, env);
  if (named === undefined && hasMasterKeys(keys)) {
    throw new PlainError(
      `The keys of a journal are in ${keys}, but its data is not in ${dataDir}. Put the data back, or restore a ` +
        `backup; or begin an empty journal by naming where: INFRA=native npm start`,
    );
  }
  const elsewhere = folderElsewhere(root);
  if (elsewhere && !env.DATA_DIR && elsewhere !== dataDir) {
    throw new PlainError(
      `The journal of this checkout is in ${elsewhere}. Open it with DATA_DIR=${elsewhere} npm start; or begin an ` +
        `empty one here by naming it: DATA_DIR=.data npm start`,
    );
  }
}

/**
 * @param {{dataDir: string, env: NodeJS.ProcessEnv, kept: Place, named: Place | undefined, docker: Docker}} options
 */
async function assertIsThere({ dataDir, env, kept, named, docker }) {
  const keys = keysFolder(dataDir, env);
  // A first start that failed may have made a database and no keys yet.
  if (wasReady(dataDir) && !env.MASTER_KEYS_FILE && !hasMasterKeys(keys)) {
    throw new PlainError(
      `The master keys of this journal are missing: they were in ${keys}. Nobody can read its entries without them. ` +
        `Put them back, or restore a backup. To begin an empty journal, name another folder: DATA_DIR=.data-new npm start`,
    );
  }
  // Whoever names it knows that it is empty, or is about to restore a backup.
  if (named === kept) return;
  const orEmpty = 'or begin an empty one by naming where: INFRA=native npm start';
  if (kept === 'native' && !existsSync(databaseFile(dataDir))) {
    throw new PlainError(
      `The data of this journal is missing: it was in ${databaseFile(dataDir)}. Put it back, or restore a backup; ${orEmpty}`,
    );
  }
  if (kept === 'docker') {
    if (!(await docker.answers()))
      throw new PlainError(
        `The journal of ${dataDir} is in a Docker volume, and no Docker engine answers. Start Docker; ${orEmpty}`,
      );
    if (!(await docker.hasData(dataDir)))
      throw new PlainError(
        `The Docker volume with the journal of ${dataDir} is gone. Restore a backup; ${orEmpty} (or INFRA=docker)`,
      );
  }
  if (kept !== 'native' && kept !== 'docker') {
    throw new PlainError(
      `The journal of ${dataDir} is in the ${kept}, and MONGO_URL is not set. Set it again; ${orEmpty}`,
    );
  }
}

const ownFolder = (/** @type {string} */ root) => join(root, '.data');

/** A folder that was used with DATA_DIR, and still has a journal. @param {string} root */
function folderElsewhere(root) {
  const file = join(ownFolder(root), ELSEWHERE);
  const folder = existsSync(file) ? resolve(readFileSync(file, 'utf8').trim()) : undefined;
  return folder && keptIn(folder) ? folder : undefined;
}

/** @param {{root: string, dataDir: string}} options */
function rememberFolder({ root, dataDir }) {
  if (dataDir === ownFolder(root)) return;
  mkdirSync(ownFolder(root), { recursive: true });
  writeFileSync(join(ownFolder(root), ELSEWHERE), `${dataDir}\n`);
}
