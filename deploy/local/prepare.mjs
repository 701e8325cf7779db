import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { PlainError } from './log.mjs';

const run = promisify(execFile);
export const ROOT = resolve(import.meta.dirname, '../..');
const OLDEST_NODE = /** @type {const} */ ([20, 19]);

/** Installs the packages that the lock file names, unless they are there already. */
export async function installDependencies(/** @type {import('./log.mjs').Log} */ log) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new PlainError(
      `Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`,
    );
  }
  const stamp = join(ROOT, 'node_modules', '.inner-weather-lock');
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  log('installing packages');
  await orWords(
    'npm ci',
    run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }),
  );
  writeFileSync(stamp, lock);
}

/** Builds what has changed since the last build. */
export async function build(/** @type {import('./log.mjs').Log} */ log) {
  log('building');
  const env = { ...process.env, NX_DAEMON: 'false' };
  await orWords(
    'the build',
    run('npm', ['run', '--silent', 'build'], { cwd: ROOT, env, maxBuffer: 64 * 1024 * 1024 }),
  );
}

/**
 * @param {string} what
 * @param {Promise<unknown>} work
 */
async function orWords(what, work) {
  try {
    await work;
  } catch (error) {
    const { stdout = '', stderr = '' } = /** @type {{stdout?: string, stderr?: string}} */ (error);
    throw new PlainError(
      `${what} failed:\n${`${stdout}\n${stderr}`.trim().split('\n').slice(-30).join('\n')}`,
    );
  }
}
