import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startFakeGemini } from '@inner-weather/testing/fake-models';
import { startFakeWeatherApi } from '@inner-weather/testing/fake-weather';
import { accepts, Child, freePort, waitUntil } from '../../deploy/local/process.mjs';
import { SERVICES_WITH_DATABASE } from '../../deploy/local/services.mjs';
import { startTestStack } from '../../e2e/support/stack.mjs';
import { Counters } from './counts.mjs';
import { Door } from './door.mjs';

const COUNT = resolve(import.meta.dirname, '../preloads/count.mjs');
/** For a service that keeps documents. */
const BOTH = { BENCH_COUNTED: 'database broker' };
const MONOLITH = resolve(import.meta.dirname, '../peers/monolith/main.mjs');

/** Milliseconds after which the providers answer. */
const WEATHER_MS = 150;
export const MODEL_MS = 1_000;

/**
 * @typedef {object} Side ours, or the peer
 * @property {'ours' | 'monolith'} name
 * @property {Door} door
 * @property {Counters} counters
 * @property {() => Record<string, number | undefined>} pids of its own processes, by name
 * @property {string} database its name, or where the names begin
 * @property {() => Promise<void>} stop
 */

/**
 * Providers of weather and of insights on real HTTP, which answer as slowly as real ones.
 */
export async function startProviders() {
  const [weather, gemini] = await Promise.all([startFakeWeatherApi(), startFakeGemini()]);
  weather.delayMs = WEATHER_MS;
  gemini.delayMs = MODEL_MS;
  // What they were asked is kept for tests; here it would only grow.
  const timer = setInterval(() => {
    for (const fake of [weather, gemini]) fake.seen.length = 0;
  }, 1_000).unref();
  const stop = async () => {
    clearInterval(timer);
    await Promise.all([weather.close(), gemini.close()]);
  };
  return { weatherUrl: weather.url, geminiUrl: gemini.url, stop };
}

/** @typedef {Awaited<ReturnType<typeof startProviders>>} Providers */

/**
 * The five services as `npm start` runs them, with the limits on requests off and nothing else changed.
 * @param {Providers} providers
 * @param {{env?: NodeJS.ProcessEnv}} [options]
 */
export async function startOurs({ weatherUrl, geminiUrl }, { env = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'inner-weather-counts-'));
  const stack = await startTestStack({
    env: { RETRY_DELAY_FACTOR: '1', ...counted(folder, 'broker'), ...env },
    serviceEnv: {
      ...Object.fromEntries(SERVICES_WITH_DATABASE.map((name) => [name, BOTH])),
      weather: { WEATHER_API_KEY: 'test', WEATHER_API_URL: weatherUrl },
      insights: { ...BOTH, GEMINI_API_KEY: 'test', GEMINI_API_URL: geminiUrl },
    },
  });
  const pids = () =>
    Object.fromEntries(Object.entries(stack.services).map(([name, service]) => [name, service.pid]));
  const door = new Door(stack.url);
  return {
    name: /** @type {const} */ ('ours'),
    door,
    counters: new Counters(folder, () => Object.values(pids()).filter((pid) => pid !== undefined)),
    pids,
    database: stack.infrastructure.mongoDb,
    stack,
    stop: async () => {
      door.close();
      await stack.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startOurs>>} Ours */

/**
 * @param {Providers} providers
 * @param {{mongoUrl: string, database: string}} where
 * @returns {Promise<Side>}
 */
export async function startMonolith({ weatherUrl }, { mongoUrl, database }) {
  const folder = mkdtempSync(join(tmpdir(), 'inner-weather-monolith-'));
  const port = await freePort();
  const child = new Child({
    name: 'monolith',
    command: process.execPath,
    args: [MONOLITH],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      MONGO_URL: mongoUrl,
      MONGO_DB: database,
      PORT: String(port),
      JWT_SECRET: randomBytes(32).toString('hex'),
      WEATHER_API_URL: weatherUrl,
      ...counted(folder, 'database'),
    },
    logFile: join(folder, 'monolith.log'),
    pidFile: join(folder, 'monolith.pid'),
  });
  child.start();
  await waitUntil(() => accepts(port), { timeoutMs: 60_000, what: 'the monolith', child });
  const door = new Door(`http://127.0.0.1:${port}`);
  const pids = () => ({ monolith: child.pid });
  return {
    name: 'monolith',
    door,
    counters: new Counters(folder, () => (child.pid ? [child.pid] : [])),
    pids,
    database,
    stop: async () => {
      door.close();
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * @param {string} folder
 * @param {string} what
 */
function counted(folder, what) {
  return { NODE_OPTIONS: `--import=${COUNT}`, BENCH_COUNTS: folder, BENCH_COUNTED: what };
}
