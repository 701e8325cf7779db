import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** @param {string} dataDir @param {{url: string, port: number}} address */
export const noteStart = (dataDir, { url, port }) =>
  writeFileSync(fileIn(dataDir), `${process.pid} ${startTime(process.pid)} ${url} ${port}\n`);

/** @param {string} dataDir */
export const forgetStart = (dataDir) => rmSync(fileIn(dataDir), { force: true });
