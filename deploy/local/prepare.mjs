import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** In it npm writes what it has installed, when all of it is there. */
const INSTALLED = 'node_modules/.package-lock.json';

/**
 * Installs what `npm start` builds and runs, or everything of the lock file, unless it is there. What earlier installs
 * brought for tests stays, and is kept up to date.
 * @param {{tests?: boolean}} [options] whether to install what only tests, checks and benches need, too
 */
export async function installDependencies({ tests = false } = {}) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new PlainError(
      `Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`,
    );
  }
  if (IS_IMAGE) return;
  const lock = packagesOf('package-lock.json');
  const before = packagesOf(INSTALLED);
  const all = tests || [...before.values()].some(({ dev }) => dev);
  // Optional ones are for other systems, or may be missing.
  const needed = [...lock].filter(
    ([, { dev, devOptional, optional }]) => !optional && (all || !(dev ?? devOptional)),
  );
  const isMissingIn = (/** @type {Packages} */ installed) =>
    needed.some(([path, { version }]) => !installed.has(path) || installed.get(path)?.version !== version);
  if (!isMissingIn(before)) return;
  // What an install left that did not end looks to npm as if it were whole.
  for (const path of lock.keys())
    if (!before.has(path)) rmSync(join(ROOT, path), { recursive: true, force: true });
  const state = () =>
    `${needed.filter(([path]) => existsSync(join(ROOT, path, 'package.json'))).length} of ${needed.length}`;
  const args = ['install', '--no-save', '--no-audit', '--no-fund', all ? '--include=dev' : '--omit=dev'];
  const npm = (/** @type {string[]} */ ...more) => runCommand('npm', [...args, ...more], { cwd: ROOT });
  // What its cache knows of a package is not asked for again, unless that is older than the version that is needed.
  const install = () =>
    npm('--prefer-offline').catch((error) => {
      if (!(error instanceof CommandError && error.output.includes('ETARGET'))) throw error;
      return npm();
    });
  await withProgress('installing packages', state, () => orWords('npm install', install()));
  if (isMissingIn(packagesOf(INSTALLED)))
    throw new PlainError('package-lock.json does not fit package.json. Run npm install, and commit it.');
}

/** Packages by their folders. @typedef {Map<string, {version?: string, dev?: boolean, devOptional?: boolean, optional?: boolean}>} Packages */

/**
 * The packages in a lock file of npm; none if there is no such file.
 * @param {string} file
 * @returns {Packages}
 */
function packagesOf(file) {
  const path = join(ROOT, file);
  const { packages } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { packages: {} };
  return new Map(Object.entries(packages).filter(([folder]) => /(^|\/)node_modules\//.test(folder)));
}

/** The one library that the services do not need. */
const FOR_TESTS = 'libs/testing';

/** Inside of node_modules, so that removing the packages also causes a new build. */
const BUILT = join(ROOT, 'node_modules', '.inner-weather-build');

/** `all`: also what only tests need, and what a service needs to run in a process of its own. @typedef {{all?: boolean}} BuildOptions */

/**
 * Builds unless sources and output are unchanged since the last build. A build that fails leaves the mark of the last
 * one: it fits only if the sources are again what they were, and no output was written.
 * @param {BuildOptions} [options]
 */
export async function build({ all = false } = {}) {
  if (IS_IMAGE) return;
  const built = existsSync(BUILT) ? readFileSync(BUILT, 'utf8') : '';
  const [fingerprint, wasAll] = built.split(' ');
  if (fingerprint !== buildFingerprint(ROOT) || (all && !wasAll)) await compile({ all });
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
  await compile({ all: true }, ['--force']);
}

/**
 * One compiler for all libraries and services, which reads what they share once, and the UI at the same time.
 * @param {BuildOptions} [options]
 * @param {string[]} compilerOptions
 */
async function compile({ all = false } = {}, compilerOptions = []) {
  const others = all ? [FOR_TESTS] : [];
  const length = builtProjects(ROOT).length - (all ? 0 : 1);
  let built = 0;
  const onOutput = (/** @type {string} */ text) => {
    built += text.match(/(Building|Skipping build of) project|is up to date/g)?.length ?? 0;
  };
  const run = (/** @type {string[]} */ ...args) =>
    runCommand('npm', ['run', '--silent', ...args], { cwd: ROOT, onOutput });
  const runs = async () => {
    const services = run('build:services', '--', ...others, '--verbose', ...compilerOptions).then(() =>
      run('bundle', '--', ...(all ? [] : ['household'])),
    );
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
  writeFileSync(BUILT, `${buildFingerprint(ROOT)}${all ? ' all' : ''}`);
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
