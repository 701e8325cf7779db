import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startFakeGemini } from '@inner-weather/testing/fakes/models';
import { startFakeWeatherApi } from '@inner-weather/testing/fakes/weather';
import { accepts, Child, freePort, waitUntil } from '../../deploy/local/process.mjs';
import { SERVICES_WITH_DATABASE } from '../../deploy/local/services.mjs';
import { startTestStack } from '../../e2e/support/stacks/stack.mjs';
import { Door } from './door.mjs';

const COUNT_COMMANDS = resolve(import.meta.dirname, '../preloads/count-commands.mjs');
const MONOLITH = resolve(import.meta.dirname, '../peers/monolith/main.mjs');
/** Milliseconds after which the providers answer. */
const WEATHER_MS = 150;
export const MODEL_MS = 1_000;

/**
 * @typedef {{commands: number, commits: number}} Counts of the database
 * @typedef {{mongoUrl: string, counting: boolean}} SideOptions counting: whether database commands are counted
 * @typedef {Awaited<ReturnType<typeof startProviders>>} Providers
 * @typedef {Awaited<ReturnType<typeof startOurs>>} Ours
 * @typedef {Awaited<ReturnType<typeof startMonolith>>} Monolith
 */

/** Providers of weather and of insights on real HTTP, as slow as real ones. */
export async function startProviders() {
  const [weather, gemini] = await Promise.all([startFakeWeatherApi(), startFakeGemini()]);
  weather.delayMs = WEATHER_MS;
  gemini.delayMs = MODEL_MS;
  // They keep all requests for tests, which would only grow here.
  const timer = setInterval(() => {
    for (const fake of [weather, gemini]) fake.seen.length = 0;
  }, 1_000);
  const stop = async () => {
    clearInterval(timer);
    await Promise.all([weather.close(), gemini.close()]);
  };
  return { weatherUrl: weather.url, geminiUrl: gemini.url, stop };
}

/**
 * The services as `npm start` runs them, with the limits on requests off and nothing else changed.
 * @param {Providers} providers
 * @param {SideOptions} options
 */
export async function startOurs({ weatherUrl, geminiUrl }, options) {
  const { mongoUrl, env, preload, counts, remove } = counter(options);
  const stack = await startTestStack({
    mongoUrl,
    env: { RETRY_DELAY_FACTOR: '1' },
    preloads: preload ? Object.fromEntries(SERVICES_WITH_DATABASE.map((name) => [name, preload])) : {},
    serviceEnv: {
      ...Object.fromEntries(SERVICES_WITH_DATABASE.map((name) => [name, env])),
      weather: { WEATHER_API_KEY: 'test', WEATHER_API_URL: weatherUrl },
      insights: { ...env, GEMINI_API_KEY: 'test', GEMINI_API_URL: geminiUrl },
    },
  });
  return {
    door: new Door(stack.url),
    pids: Object.fromEntries(Object.entries(stack.services).map(([name, { pid }]) => [name, pid])),
    counts,
    adminUrls: Object.values(stack.services).map(({ adminUrl }) => adminUrl),
    database: stack.infrastructure.mongoDb,
    stop: () => stack.stop().finally(remove),
  };
}

/**
 * @param {Providers} providers
 * @param {SideOptions & {database: string}} options
 */
export async function startMonolith({ weatherUrl }, { database, ...options }) {
  const { folder, mongoUrl, env, preload, counts, remove } = counter(options);
  const port = await freePort();
  const child = new Child({
    name: 'monolith',
    command: process.execPath,
    args: preload ? ['--import', preload, MONOLITH] : [MONOLITH],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      MONGO_URL: mongoUrl,
      MONGO_DB: database,
      PORT: String(port),
      JWT_SECRET: randomBytes(32).toString('hex'),
      WEATHER_API_URL: weatherUrl,
      ...env,
    },
    logFile: join(folder, 'monolith.log'),
    pidFile: join(folder, 'monolith.pid'),
  });
  child.start();
  await waitUntil(() => accepts(port), { timeoutMs: 60_000, what: 'the monolith', child });
  const stop = () => child.stop().finally(remove);
  return { door: new Door(`http://127.0.0.1:${port}`), pids: { monolith: child.pid }, counts, stop };
}

/**
 * What a process needs to count its database commands, and how to read the sum of several processes.
 * @param {SideOptions} options
 */
function counter({ mongoUrl, counting }) {
  const folder = mkdtempSync(join(tmpdir(), 'inner-weather-counts-'));
  const monitored = new URL(mongoUrl);
  if (counting) monitored.searchParams.set('monitorCommands', 'true');
  const counts = () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    const all = files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
    return all.reduce(
      (/** @type {Counts} */ sum, /** @type {Counts} */ one) => ({
        commands: sum.commands + one.commands,
        commits: sum.commits + one.commits,
      }),
      { commands: 0, commits: 0 },
    );
  };
  return {
    folder,
    mongoUrl: monitored.toString(),
    env: counting ? { BENCH_COUNTS: folder } : {},
    preload: counting ? COUNT_COMMANDS : undefined,
    counts,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
