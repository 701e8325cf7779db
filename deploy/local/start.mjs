import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertUsable, diskWatch, isDiskFull, networkFileSystem, reasonOf } from './folders/data-folder.mjs';
import { beginInfrastructure, CONNECTIONS_FILE } from './infrastructure.mjs';
import { journalPlace } from './folders/journal-place.mjs';
import { masterKeysPath } from './folders/keys-folder.mjs';
import { PlainError, say } from './log.mjs';
import { build, installDependencies, ROOT, readDotEnv } from './prepare.mjs';
import { stopRunning } from './running.mjs';
import { startStack } from './stack.mjs';
import { forgetStart, noteStart, runningStart } from './started.mjs';

/** `npm start`: everything from nothing to one printed address, until Ctrl-C. */

const WATCH_MS = 1_000;
const DISK_WATCH_MS = 5_000;

/** @type {(() => Promise<unknown>)[]} how to stop what was started; the last one is stopped first */
const toStop = [];
let isStopping = false;
let ready = false;

/** @param {number} code */
async function stopAll(code) {
  if (isStopping) return;
  isStopping = true;
  say('stopping; your data stays');
  // Whatever is still starting ends at once, in no order.
  if (!ready) await stopRunning();
  for (const stop of toStop.reverse()) await stop().catch((error) => say(String(error)));
  await stopRunning();
  say('stopped');
  process.exit(code);
}

// SIGHUP: the terminal was closed.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => void stopAll(0));

// The reader of this output may close it early (npm start | head).
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

/** @param {unknown} error */
function wordsOf(error) {
  if (!(error instanceof Error)) return String(error);
  if (isDiskFull(error)) return reasonOf(error.path ?? dataFolder(), error);
  return error instanceof PlainError ? error.message : (error.stack ?? error.message);
}

/** @param {unknown} error */
function fail(error) {
  if (isStopping) return;
  process.stderr.write(`\n${wordsOf(error)}\n`);
  void stopAll(1);
}

process.on('uncaughtException', fail);

/**
 * Makes sure that one data folder has one run only.
 * @param {string} dataDir
 */
function assertAlone(dataDir) {
  const other = runningStart(dataDir);
  if (other) throw new PlainError(`Inner Weather runs already (process ${other.pid}): ${other.url}`);
}

/** Whether one process is to run all services. @param {NodeJS.ProcessEnv} env */
function runsTogether({ SERVICES = '' }) {
  if (!['', 'together', 'apart'].includes(SERVICES))
    throw new PlainError(`SERVICES is together or apart, not ${SERVICES}`);
  return SERVICES !== 'apart';
}

const dataFolder = () => resolve(ROOT, process.env.DATA_DIR || '.data');

/** @param {number} port */
function assertFree(port) {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', () =>
      fail(new PlainError(`Port ${port} is taken. Choose another: PORT=8081 npm start`)),
    );
    server.listen(port, '127.0.0.1', () => server.close(done));
  });
}

/**
 * Starts our broker or database again when it has died.
 * @param {string} name
 * @param {import('./infrastructure.mjs').Part | undefined} part
 */
async function watch(name, part) {
  let pauseMs = WATCH_MS;
  while (part && !isStopping) {
    await sleep(pauseMs);
    if (isStopping || (await part.isAlive())) {
      pauseMs = WATCH_MS;
      continue;
    }
    say(`${name} died`);
    try {
      await part.start();
      say(`${name} was started again`);
    } catch (error) {
      pauseMs = Math.min(60_000, pauseMs * 2);
      say(`${name} does not start: ${String(error)}; trying again in ${pauseMs / 1_000} s`);
    }
  }
}

async function main() {
  readDotEnv();
  const port = Number(process.env.PORT || 8080);
  const url = process.env.PUBLIC_URL || `http://localhost:${port}`;
  const dataDir = dataFolder();
  assertUsable(dataDir, masterKeysPath(dataDir));
  const together = runsTogether(process.env);
  assertAlone(dataDir);
  await assertFree(port);
  noteStart(dataDir, { url, port });
  toStop.push(async () => forgetStart(dataDir));
  const place = await journalPlace({ root: ROOT, dataDir, log: say });
  const packages = installDependencies();
  say('starting broker and database');
  const beginning = beginInfrastructure({
    dataDir,
    packages,
    log: say,
    env: { ...process.env, INFRA: place.infra },
    management: false,
  });
  const [infrastructure] = await Promise.all([beginning, packages.then(() => build({ all: !together }))]);
  const { amqpUrl, mongoUrl } = infrastructure;
  // Before the services make keys: should one of them fail, keys without a journal are no riddle at the next start.
  place.begin(infrastructure.kind);
  const network = infrastructure.databaseHome && networkFileSystem(dataDir);
  if (network) {
    say(
      `${dataDir} is on ${network}: databases need locks and syncs that a network file system does not promise, and may ` +
        'lose entries. Use a local disk, and copy backups to the network (docs/deploying.md)',
    );
  }
  const connections = join(dataDir, CONNECTIONS_FILE);
  writeFileSync(connections, `AMQP_URL=${amqpUrl}\nMONGO_URL=${mongoUrl}\n`, { mode: 0o600 });
  toStop.push(async () => rmSync(connections, { force: true }));
  // The broker is slow to start. The services load their code while they wait for it.
  await infrastructure.databaseReady;
  say('starting the services');
  const starting = startStack({ dataDir, amqpUrl, mongoUrl, port, env: process.env, together, log: say });
  const [stack] = await Promise.all([starting, infrastructure.ready]);
  place.keep(infrastructure.kind);
  ready = true;
  toStop.push(infrastructure.stop, stack.stop);
  const { brokerHome = dataDir } = infrastructure;
  const homes = brokerHome.startsWith(dataDir) ? [dataDir] : [dataDir, brokerHome];
  setInterval(diskWatch(homes, say), DISK_WATCH_MS);
  void watch('the broker', infrastructure.broker);
  void watch('the database', infrastructure.database);
  say(`broker and database: ${infrastructure.kind}`);
  say(`logs are in ${join(dataDir, 'logs')}; Ctrl-C stops everything`);
  process.stdout.write(`\n  Inner Weather is ready: ${url}\n\n`);
}

main().catch(fail);
