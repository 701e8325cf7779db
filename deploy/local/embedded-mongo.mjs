import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PlainError } from './log.mjs';
import { hasCommand, installPackages } from './packages.mjs';
import { accepts, Child, endLeftover, freePort, logFolder, readyOrStopped, waitUntil } from './process.mjs';
import { CommandError, runCommand } from './running.mjs';

const SOURCES = join(import.meta.dirname, 'embedded-mongo');
const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache/inner-weather');

/**
 * A faster start, without the compiler threads that a small database does not need; and a collector that looks for
 * garbage when nothing is asked, too, and gives the memory back: after the load of a household it keeps 85 MB, where the
 * serial one keeps 119 (`npm run start:time -- --load 120`).
 */
const JAVA_FLAGS = [
  '-XX:TieredStopAtLevel=1',
  '-XX:+UseG1GC',
  '-XX:G1PeriodicGCInterval=20000',
  '-XX:MaxNewSize=32m',
  '-XX:MinHeapFreeRatio=10',
  '-XX:MaxHeapFreeRatio=30',
  '-XX:ParallelGCThreads=1',
  '-XX:ConcGCThreads=1',
];

/** Milliseconds to stop in, since the database compacts its file when it stops. */
const GRACE_MS = 30_000;

/**
 * @typedef {object} EmbeddedOptions
 * @property {string} dataDir
 * @property {import('./log.mjs').Log} log
 * @property {string} otherwise advice for the user if it cannot be built
 * @property {number} [heapMb] the size of Java's heap in MiB; default: 256
 */

/**
 * Starts the embedded database as a process with one file. Resolves when it responds.
 * @param {EmbeddedOptions} options
 */
export async function embeddedMongo(options) {
  const database = await beginEmbeddedMongo(options);
  await database.ready;
  return database;
}

/**
 * The same without waiting: `ready` resolves when the database responds. If it does not, `ready` rejects after cleaning
 * up.
 * @param {EmbeddedOptions} options
 */
export async function beginEmbeddedMongo({ dataDir, log, otherwise, heapMb = 256 }) {
  const classes = await buildEmbedded({ log, otherwise });
  const home = join(dataDir, 'database');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  await endLeftover(join(dataDir, 'database.pid'));
  const port = await freePort();
  const child = new Child({
    name: 'database',
    command: 'java',
    args: [
      `-Xmx${heapMb}m`,
      ...JAVA_FLAGS,
      '-cp',
      `${classes}:${join(classes, 'jars', '*')}`,
      'EmbeddedMongo',
      String(port),
      join(home, 'journal.mv'),
    ],
    env: { PATH: process.env.PATH, JAVA_HOME: process.env.JAVA_HOME, HOME: home },
    logFile: join(logFolder(dataDir), 'database.log'),
    pidFile: join(dataDir, 'database.pid'),
    graceMs: GRACE_MS,
  });
  const start = async () => {
    child.start();
    await waitUntil(() => accepts(port), {
      timeoutMs: 60_000,
      what: 'the database',
      child,
    });
  };
  const stop = () => child.stop();
  return {
    mongoUrl: `mongodb://127.0.0.1:${port}`,
    home,
    child,
    start,
    stop,
    ready: readyOrStopped(start, stop),
  };
}

/**
 * Compiles only if the sources have changed. Images are built with it.
 * @public
 * @param {{log: import('./log.mjs').Log, otherwise: string}} options
 */
export async function buildEmbedded({ log, otherwise }) {
  const pom = join(SOURCES, 'pom.xml');
  const sources = readdirSync(join(SOURCES, 'src')).map((file) => join(SOURCES, 'src', file));
  const hash = createHash('sha256');
  for (const file of [pom, ...sources.sort()]) hash.update(readFileSync(file));
  const target = join(CACHE, `embedded-mongo-${hash.digest('hex').slice(0, 16)}`);
  const missingTools = [
    ...(hasCommand(existsSync(target) ? 'java' : 'javac') ? [] : ['default-jdk-headless']),
    ...(existsSync(target) || hasCommand('mvn') ? [] : ['maven']),
  ];
  if (missingTools.length > 0) await installPackages(missingTools, { log, otherwise });
  if (existsSync(target)) return target;
  log('building the embedded database');
  const work = `${target}.${process.pid}`;
  mkdirSync(work, { recursive: true });
  try {
    await runCommand('mvn', [
      '-q',
      '-B',
      '-f',
      pom,
      'dependency:copy-dependencies',
      `-DoutputDirectory=${join(work, 'jars')}`,
    ]);
    await runCommand('javac', ['-cp', join(work, 'jars', '*'), '-d', work, ...sources]);
  } catch (error) {
    rmSync(work, { recursive: true, force: true });
    if (!(error instanceof CommandError)) throw error;
    const reason = error.output.trim().split('\n')[0] || error.message;
    throw new PlainError(
      `Missing: the embedded database, which could not be built (${reason}). ${otherwise}`,
    );
  }
  renameSync(work, target);
  return target;
}
