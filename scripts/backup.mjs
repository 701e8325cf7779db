import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CONNECTIONS_FILE, startInfrastructure } from '../deploy/local/infrastructure.mjs';
import { say } from '../deploy/local/log.mjs';
import { ROOT } from '../deploy/local/prepare.mjs';
import { startTime } from '../deploy/local/process.mjs';

/*
 * `npm run backup`: the command of the platform. Without MONGO_URL it means what `npm start` keeps: the database of
 * a running one, else one that is started for as long as the command takes; and its keys.
 */

const dataDir = resolve(ROOT, process.env.DATA_DIR || '.data');

function isRunning() {
  const file = join(dataDir, 'start.pid');
  const [pid, started] = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : [];
  return pid !== undefined && startTime(Number(pid)) === started;
}

/** @type {import('../deploy/local/infrastructure.mjs').Infrastructure | undefined} */
let infrastructure;
if (!process.env.MONGO_URL && !process.env.MONGO_URL_FILE) {
  if (isRunning()) {
    process.loadEnvFile(join(dataDir, CONNECTIONS_FILE));
  } else if (process.argv[2] === 'create' || process.argv[2] === 'restore') {
    infrastructure = await startInfrastructure({ dataDir, log: say });
    process.env.MONGO_URL = infrastructure.mongoUrl;
  }
  if (!process.argv.some((arg) => /^--(without-)?keys/.test(arg)))
    process.argv.push('--keys', join(dataDir, 'keys'));
}
try {
  await import('../libs/platform/dist/mongo/backup.cli.js');
} finally {
  await infrastructure?.stop();
}
