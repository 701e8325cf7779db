import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lastFolder } from './folders/last-folder.mjs';
import { startTime } from './process.mjs';

/* In the data folder, while `npm start` runs: its process, its address and its port on this machine. */

/** @param {string} dataDir */
const fileIn = (dataDir) => join(dataDir, 'start.pid');

/**
 * The start that runs with a data folder. One that was killed does not count.
 * @param {string} dataDir
 * @returns {{pid: number, url: string, port: number} | undefined}
 */
export function runningStart(dataDir) {
  if (!existsSync(fileIn(dataDir))) return undefined;
  const [pid, started, url = '', port] = readFileSync(fileIn(dataDir), 'utf8').trim().split(' ');
  if (!pid || !started || startTime(Number(pid)) !== started) return undefined;
  return { pid: Number(pid), url, port: Number(port) };
}

/**
 * The start that runs with the data folder of the settings, or else, where they name none, with the one that a start of
 * this checkout was given on its command line.
 * @param {string} root of the checkout
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runningStartOf(root, env = process.env) {
  const running = runningStart(resolve(root, env.DATA_DIR || '.data'));
  const last = env.DATA_DIR ? undefined : lastFolder(root);
  return running ?? (last === undefined ? undefined : runningStart(last));
}

/** @param {string} dataDir @param {{url: string, port: number}} address */
export const noteStart = (dataDir, { url, port }) =>
  writeFileSync(fileIn(dataDir), `${process.pid} ${startTime(process.pid)} ${url} ${port}\n`);

/** @param {string} dataDir */
export const forgetStart = (dataDir) => rmSync(fileIn(dataDir), { force: true });
