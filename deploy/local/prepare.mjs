import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { buildFingerprint, builtProjects } from './fingerprint.mjs';
import { PlainError, say, withProgress } from './log.mjs';
import { CommandError, runCommand } from './running.mjs';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Reads the checkout's .env, if any. Does not override variables that are already set. */
export function readDotEnv() {
  const file = join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** Whether this is an image: everything is installed and built in it, and it has no sources. */
const IS_IMAGE = !existsSync(join(ROOT, 'package-lock.json'));

const OLDEST_NODE = /** @type {const} */ ([20, 19]);

/** Installs the packages of the lock file unless they are installed. */
export async function installDependencies() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new PlainError(
      `Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`,
    );
  }
  if (IS_IMAGE) return;
  const stamp = join(ROOT, 'node_modules', '.inner-weather-lock');
  const text = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
  const lock = createHash('sha256').update(text).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  const folders = Object.keys(JSON.parse(text).packages).filter((path) => path.startsWith('node_modules/'));
  const state = () => {
    const existing = folders.filter((path) => existsSync(join(ROOT, path, 'package.json')));
    return `${existing.length} of ${folders.length}`;
  };
  const install = () =>
    orWords('npm ci', runCommand('npm', ['ci', '--no-audit', '--no-fund'], { cwd: ROOT }));
  await withProgress('installing packages', state, install);
  writeFileSync(stamp, lock);
}

/** Inside of node_modules, so that removing the packages also causes a new build. */
const BUILT = join(ROOT, 'node_modules', '.inner-weather-build');

/**
 * Builds unless sources and output are unchanged since the last build. A build that fails leaves the mark of the last
 * one: it fits only if the sources are again what they were, and no output was written.
 */
export async function build() {
  if (IS_IMAGE || (existsSync(BUILT) && readFileSync(BUILT, 'utf8') === buildFingerprint(ROOT))) return;
  await compile();
}

/**
 * The file of a command. In an image it is joined with what it needs: deploy/bundle.mjs. In a checkout, its project is
 * installed and built unless the file is there; if that fails, the process ends with a sentence.
 * @param {string} file such as libs/platform/dist/backup/backup.cli.js
 */
export async function commandOf(file) {
  if (IS_IMAGE) return join(ROOT, 'deploy/household/dist/commands', basename(file));
  const path = join(ROOT, file);
  if (existsSync(path)) return path;
  const [project = file] = file.split('/dist/');
  try {
    await installDependencies();
    say(`building ${project}`);
    await orWords('the build', runCommand('npx', ['tsc', '-b', '--noCheck', project], { cwd: ROOT }));
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  return path;
}

/** Always builds, and everything. */
export async function buildAnew() {
  await compile(['--force']);
}

/**
 * One compiler for all libraries and services, which reads what they share once, and the UI at the same time.
 * @param {string[]} compilerOptions
 */
async function compile(compilerOptions = []) {
  const { length } = builtProjects(ROOT);
  let built = 0;
  const onOutput = (/** @type {string} */ text) => {
    built += text.match(/(Building|Skipping build of) project|is up to date/g)?.length ?? 0;
  };
  const run = (/** @type {string[]} */ ...args) =>
    runCommand('npm', ['run', '--silent', ...args], { cwd: ROOT, onOutput });
  const runs = async () => {
    const services = run('build:services', '--', '--verbose', ...compilerOptions).then(() => run('bundle'));
    const ui = run('build', '-w', 'web').then(() => (built += 1));
    // Both end before a failure of one is reported, so that nothing is left running.
    await Promise.allSettled([services, ui]);
    await Promise.all([services, ui]);
  };
  await withProgress(
    'building',
    () => `${Math.min(built, length)} of ${length}`,
    () => orWords('the build', runs()),
  );
  writeFileSync(BUILT, buildFingerprint(ROOT));
}

/**
 * @param {string} what
 * @param {Promise<unknown>} work
 */
async function orWords(what, work) {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const end = (error.output || error.message).trim().split('\n').slice(-30).join('\n');
    throw new PlainError(`${what} failed:\n${end}`);
  }
}
