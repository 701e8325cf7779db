import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../../deploy/local/prepare.mjs';

const run = promisify(execFile);

/** Variables that Docker's tools need; any other variable could change docker-compose.yml. */
const KEPT =
  /^(PATH|HOME|USER|TMPDIR|PORT|VERSION|BACKUPS|BEGIN_EMPTY|(WEATHER|GEMINI)_API_KEY_FILE|(DOCKER|COMPOSE|BUILDX|BUILDKIT)_.*|https?_proxy|no_proxy)$/i;

/** @typedef {{env?: NodeJS.ProcessEnv, timeoutMs?: number}} Options */

/**
 * Runs a Docker command and answers what it printed.
 * @param {string[]} args
 * @param {Options} [options]
 */
export const docker = (args, options) => runKept('docker', args, options);

/**
 * The same for a line of a shell, from the root of the repository.
 * @param {string} line
 * @param {Options} [options]
 */
export const shell = (line, options) => runKept('sh', ['-c', line], options);

/** @param {string} command @param {string[]} args @param {Options} [options] */
async function runKept(command, args, { env = process.env, timeoutMs = 120_000 } = {}) {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => KEPT.test(name)));
  const options = { cwd: ROOT, env: kept, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await run(command, args, options);
  return stdout.trim();
}
