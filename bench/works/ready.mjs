import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../deploy/local/process.mjs';
import { ROOT } from '../../deploy/local/prepare.mjs';
import { begins, ended, signalGroup } from '../../deploy/local/running.mjs';
import { spread } from '../support/statistics.mjs';

const READY = 'Inner Weather is ready';
const PATIENCE_MS = 120_000;

/**
 * Seconds from `npm start` to its word that everything is ready, with everything built, broker and database up. The
 * first start, which makes the keys of the installation and its queues and indexes, does not count.
 * @param {import('../support/run.mjs').Bed} bed
 * @returns {Promise<import('../support/report.mjs').PlainResult>}
 */
export async function ready({ infrastructure, options }) {
  const { amqpUrl, mongoUrl, database } = infrastructure;
  const dataDir = mkdtempSync(join(tmpdir(), 'inner-weather-ready-'));
  /** @type {number[]} */
  const seconds = [];
  try {
    await start({ amqpUrl, mongoUrl, dataDir });
    for (let turn = 0; turn < options.turns; turn += 1)
      seconds.push(await start({ amqpUrl, mongoUrl, dataDir }));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  const { min, median, max } = spread(seconds);
  const figures = [
    { words: 'median', value: median, unit: 's', goal: 'at most 4' },
    { words: 'minimum', value: min, unit: 's' },
    { words: 'maximum', value: max, unit: 's' },
  ];
  return { id: 'ready', words: 'ready after npm start', database, figures, failed: 0 };
}

/** @param {{amqpUrl: string, mongoUrl: string, dataDir: string}} where */
async function start({ amqpUrl, mongoUrl, dataDir }) {
  const env = {
    ...process.env,
    AMQP_URL: amqpUrl,
    MONGO_URL: mongoUrl,
    DATA_DIR: dataDir,
    KEYS_DIR: join(dataDir, 'keys'),
    PORT: String(await freePort()),
  };
  const began = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    if (child.pid) signalGroup(child.pid, 'SIGTERM');
    await gone;
  };
  const running = { stop };
  begins(running);
  try {
    return await new Promise((/** @type {(seconds: number) => void} */ resolve, reject) => {
      let said = '';
      const timer = setTimeout(
        () => reject(new Error(`npm start was not ready in time:\n${said}`)),
        PATIENCE_MS,
      );
      const hear = (/** @type {Buffer} */ part) => {
        said += part.toString();
        if (!said.includes(READY)) return;
        clearTimeout(timer);
        resolve((performance.now() - began) / 1_000);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      void gone.then(() => reject(new Error(`npm start ended:\n${said}`)));
    });
  } finally {
    await stop();
    ended(running);
  }
}
