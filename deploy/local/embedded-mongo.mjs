import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { PlainError } from './log.mjs';
import { hasCommand, installPackages } from './packages.mjs';
import { Child, endLeftover, freePort, waitUntil } from './process.mjs';

const run = promisify(execFile);
const SOURCES = join(import.meta.dirname, 'embedded-mongo');
const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache/inner-weather');

/**
 * The embedded database, as a process of its own with one file.
 * @param {{dataDir: string, log: import('./log.mjs').Log, otherwise: string}} options
 */
export async function embeddedMongo({ dataDir, log, otherwise }) {
  const classes = await build({ log, otherwise });
  const home = join(dataDir, 'database');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  await endLeftover(join(dataDir, 'database.pid'));
  const port = await freePort();
  const child = new Child({
    name: 'database',
    command: 'java',
    args: [
      '-Xmx512m',
      '-cp',
      `${classes}:${join(classes, 'jars', '*')}`,
      'EmbeddedMongo',
      String(port),
      join(home, 'journal.mv'),
    ],
    env: { PATH: process.env.PATH, JAVA_HOME: process.env.JAVA_HOME, HOME: home },
    logFile: join(dataDir, 'logs', 'database.log'),
    pidFile: join(dataDir, 'database.pid'),
  });
  const start = async () => {
    child.start();
    await waitUntil(() => accepts(port), {
      timeoutMs: 60_000,
      what: 'the database',
      stillPossible: () => child.alive,
    });
  };
  await start();
  return { mongoUrl: `mongodb://127.0.0.1:${port}`, child, start, stop: () => child.stop() };
}

/** @param {number} port */
function accepts(port) {
  return new Promise((answer) => {
    const socket = createConnection(port, '127.0.0.1', () => {
      socket.destroy();
      answer(true);
    });
    socket.once('error', () => answer(false));
  });
}

/**
 * Compiles once for one state of the sources.
 * @param {{log: import('./log.mjs').Log, otherwise: string}} options
 */
async function build({ log, otherwise }) {
  const pom = join(SOURCES, 'pom.xml');
  const source = join(SOURCES, 'src', 'EmbeddedMongo.java');
  const hash = createHash('sha256')
    .update(readFileSync(pom))
    .update(readFileSync(source))
    .digest('hex')
    .slice(0, 16);
  const target = join(CACHE, `embedded-mongo-${hash}`);
  const missing = [
    ...(hasCommand('javac') ? [] : ['default-jdk-headless']),
    ...(existsSync(target) || hasCommand('mvn') ? [] : ['maven']),
  ];
  if (missing.length > 0) await installPackages(missing, { log, otherwise });
  if (existsSync(target)) return target;
  log('building the embedded database');
  const work = `${target}.${process.pid}`;
  mkdirSync(work, { recursive: true });
  try {
    await run('mvn', [
      '-q',
      '-B',
      '-f',
      pom,
      'dependency:copy-dependencies',
      `-DoutputDirectory=${join(work, 'jars')}`,
    ]);
    await run('javac', ['-cp', join(work, 'jars', '*'), '-d', work, source]);
  } catch (error) {
    const {
      stdout = '',
      stderr = '',
      message = '',
    } = /** @type {{stdout?: string, stderr?: string, message?: string}} */ (error);
    const reason = (stdout || stderr || message).trim().split('\n')[0];
    throw new PlainError(
      `Missing: the embedded database, which could not be built (${reason}). ${otherwise}`,
    );
  }
  renameSync(work, target);
  return target;
}
