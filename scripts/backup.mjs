import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CONNECTIONS_FILE, startInfrastructure } from '../deploy/local/infrastructure.mjs';
import { keysFolder } from '../deploy/local/keys-folder.mjs';
import { say } from '../deploy/local/log.mjs';
import { ROOT, readDotEnv } from '../deploy/local/prepare.mjs';
import { startTime } from '../deploy/local/process.mjs';

/*
 * `npm run backup`: runs the platform's command. Without MONGO_URL in the environment it works on the database and the
 * keys of `npm start`, and reads the same .env. If `npm start` brings the database and is not running, the database is
 * started for as long as the command takes.
 */

const elsewhere = process.env.MONGO_URL || process.env.MONGO_URL_FILE;
readDotEnv();
const dataDir = resolve(ROOT, process.env.DATA_DIR || '.data');

function isRunning() {
  const file = join(dataDir, 'start.pid');
  const [pid, started] = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : [];
  return pid !== undefined && startTime(Number(pid)) === started;
}

/** @type {import('../deploy/local/infrastructure.mjs').Infrastructure | undefined} */
let infrastructure;
if (!elsewhere) {
  const configured = process.env.MONGO_URL || process.env.MONGO_URL_FILE;
  if (isRunning()) {
    process.loadEnvFile(join(dataDir, CONNECTIONS_FILE));
  } else if (!configured && (process.argv[2] === 'create' || process.argv[2] === 'restore')) {
    infrastructure = await startInfrastructure({ dataDir, log: say });
    process.env.MONGO_URL = infrastructure.mongoUrl;
  }
  if (!process.argv.some((arg) => /^--(without-)?keys/.test(arg)))
    process.argv.push('--keys', keysFolder(dataDir));
}
try {
  await import('../libs/platform/dist/backup/backup.cli.js');
} finally {
  await infrastructure?.stop();
}
