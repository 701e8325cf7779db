#!/usr/bin/env node
import { join, resolve } from 'node:path';
import { CONNECTIONS_FILE, startInfrastructure } from '../deploy/local/infrastructure.mjs';
import { journalPlace } from '../deploy/local/folders/journal-place.mjs';
import { keysFolder, masterKeysPath } from '../deploy/local/folders/keys-folder.mjs';
import { PlainError } from '../deploy/local/log.mjs';
import { commandOf, ROOT, readDotEnv } from '../deploy/local/prepare.mjs';
import { runningStart } from '../deploy/local/started.mjs';

/*
 * `npm run backup`, and `backup` in the image of a household: runs the platform's command. Without MONGO_URL in the
 * environment it works on the database and the keys of `npm start`, and reads the same .env. If `npm start` brings the
 * database and is not running, the database is started for as long as the command takes.
 */

/** What the start of a database says: standard output may be the backup's. @param {string} line */
const say = (line) => process.stderr.write(`${line}\n`);

/**
 * Starts the database of the data folder for as long as the work takes.
 * @param {string} dataDir
 * @param {boolean} filled whether the work fills it
 * @param {() => Promise<unknown>} work
 */
async function withDatabase(dataDir, filled, work) {
  const place = await journalPlace({ root: ROOT, dataDir, log: say, filled });
  const env = { ...process.env, INFRA: place.infra };
  const infrastructure = await startInfrastructure({ dataDir, log: say, env, needsBroker: false });
  process.env.MONGO_URL = infrastructure.mongoUrl;
  try {
    await work();
    // Notes the restored database as the journal of the data folder.
    if (filled && !process.exitCode) place.keep(infrastructure.kind);
  } finally {
    await infrastructure.stop();
  }
}

async function main() {
  const file = await commandOf('libs/platform/dist/backup/backup.cli.js');
  const run = () => import(file);
  const elsewhere = process.env.MONGO_URL || process.env.MONGO_URL_FILE;
  readDotEnv();
  if (elsewhere) return run();
  const dataDir = resolve(ROOT, process.env.DATA_DIR || '.data');
  const isGiven = (/** @type {RegExp} */ name) => process.argv.some((arg) => name.test(arg));
  // /tmp may be too small for an archive, and memory.
  if (!isGiven(/^--unpack/)) process.argv.push('--unpack', dataDir);
  if (!isGiven(/^--(without-)?keys/)) {
    process.argv.push('--keys', keysFolder(dataDir));
    if (!isGiven(/^--master-keys/)) process.argv.push('--master-keys', masterKeysPath(dataDir));
  }
  if (!process.env.S3_URL && !process.env.S3_URL_FILE && !isGiven(/^--(without-)?photos/))
    process.argv.push('--photos', process.env.PHOTOS_DIR || join(dataDir, 'photos'));
  const configured = process.env.MONGO_URL || process.env.MONGO_URL_FILE;
  const [, , command = ''] = process.argv;
  if (runningStart(dataDir)) process.loadEnvFile(join(dataDir, CONNECTIONS_FILE));
  else if (!configured && ['create', 'restore'].includes(command))
    return withDatabase(dataDir, command === 'restore', run);
  return run();
}

await main().catch((error) => {
  if (!(error instanceof PlainError)) throw error;
  say(error.message);
  process.exitCode = 1;
});
