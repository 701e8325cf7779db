#!/usr/bin/env node
import { join, resolve } from 'node:path';
import { CONNECTIONS_FILE, startInfrastructure } from '../deploy/local/infrastructure.mjs';
import { journalPlace } from '../deploy/local/journal-place.mjs';
import { keysFolder } from '../deploy/local/keys-folder.mjs';
import { say } from '../deploy/local/log.mjs';
import { commandOf, ROOT, readDotEnv } from '../deploy/local/prepare.mjs';
import { runningStart } from '../deploy/local/started.mjs';

/*
 * `npm run backup`: runs the platform's command. Without MONGO_URL in the environment it works on the database and the
 * keys of `npm start`, and reads the same .env. If `npm start` brings the database and is not running, the database is
 * started for as long as the command takes.
 */

const command = await commandOf('libs/platform/dist/backup/backup.cli.js');
const elsewhere = process.env.MONGO_URL || process.env.MONGO_URL_FILE;
readDotEnv();
const dataDir = resolve(ROOT, process.env.DATA_DIR || '.data');

/** @type {import('../deploy/local/infrastructure.mjs').Infrastructure | undefined} */
let infrastructure;
/** @type {Awaited<ReturnType<typeof journalPlace>> | undefined} */
let place;
if (!elsewhere) {
  const configured = process.env.MONGO_URL || process.env.MONGO_URL_FILE;
  if (runningStart(dataDir)) {
    process.loadEnvFile(join(dataDir, CONNECTIONS_FILE));
  } else if (!configured && (process.argv[2] === 'create' || process.argv[2] === 'restore')) {
    place = await journalPlace({ root: ROOT, dataDir, log: say, filled: process.argv[2] === 'restore' });
    const env = { ...process.env, INFRA: place.infra };
    infrastructure = await startInfrastructure({ dataDir, log: say, env, needsBroker: false });
    process.env.MONGO_URL = infrastructure.mongoUrl;
  }
  // An archive is packed beside the database: /tmp may be too small, and memory.
  process.env.TMPDIR = dataDir;
  if (!process.argv.some((arg) => /^--(without-)?keys/.test(arg)))
    process.argv.push('--keys', keysFolder(dataDir));
}
try {
  await import(command);
  // Notes the restored database as the journal of the data folder.
  if (infrastructure && process.argv[2] === 'restore' && !process.exitCode) place?.keep(infrastructure.kind);
} finally {
  await infrastructure?.stop();
}
