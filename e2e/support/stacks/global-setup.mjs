import startInfrastructure, {
  tearDown as stopInfrastructure,
} from '@inner-weather/testing/jest-global-setup';
import { startStackWithFakes } from './stack.mjs';

/** @type {(() => Promise<unknown>) | undefined} */
let stopStarted;

/** One stack for all suites of a run, in one process, with fakes of WeatherAPI.com and Gemini. */
export default async function setUp() {
  await startInfrastructure();
  const stack = await startStackWithFakes({
    together: true,
    // Twice the default: on a busy machine, the last of thirty log-ins at once takes its time.
    env: { RPC_TIMEOUT_MS: '10000' },
  });
  stopStarted = stack.stop;
  Object.assign(process.env, {
    E2E_URL: stack.url,
    E2E_LOGS: stack.logs,
    E2E_DATABASE: stack.infrastructure.mongoDb,
    E2E_MASTER_KEYS: stack.masterKeys,
    E2E_ADMIN_URLS: JSON.stringify(
      Object.fromEntries(Object.entries(stack.services).map(([name, { adminUrl }]) => [name, adminUrl])),
    ),
    E2E_WEATHER_URL: stack.weather.url,
    E2E_GEMINI_URL: stack.gemini.url,
  });
}

/** Stops what was started for the run. */
export async function tearDown() {
  await stopStarted?.();
  await stopInfrastructure();
}
