import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeGemini } from '@inner-weather/testing/fakes/models';
import { startFakeWeatherApi } from '@inner-weather/testing/fakes/weather';
import { testInfrastructure } from '@inner-weather/testing/infrastructure';
import { masterKeysFile } from '../../../deploy/local/keys.mjs';
import { freePort } from '../../../deploy/local/process.mjs';
import { startStack } from '../../../deploy/local/stack.mjs';
import { expectNothingAtRest } from '../at-rest.mjs';

/** Delays between attempts, scaled: a ladder of a minute takes three seconds. */
const RETRY_DELAY_FACTOR = '0.05';
/** Milliseconds after which another process publishes the events of one that was killed. */
const OUTBOX_LEASE_MS = '3000';

/** The only push service that a test stack knows, unless a suite has its own: a port of loopback at which nobody listens. */
export const NO_PUSH_SERVICE = '127.0.0.1:9';

/** Environment variables of the developer that would change the stack. */
const FOREIGN =
  /^(WEATHER_|OPEN_METEO_|GEMINI_|OPENAI_|AMQP_URL|MONGO_|MASTER_KEYS_|PUBLIC_URL|OIDC_|PASSWORD_LOGIN|TRUSTED_AUTHORITIES|TRUST_PROXY|RATE_LIMITS|REMINDERS_|VAPID_|OTEL_|PORT$|HOST$)/;

/**
 * The services on a virtual host and databases of their own, each as a process, or `together` in one as `npm start` runs
 * them.
 * @param {object} [options]
 * @param {NodeJS.ProcessEnv} [options.env] for every service
 * @param {Partial<Record<import('../../../deploy/local/stack.mjs').ServiceName, NodeJS.ProcessEnv>>} [options.serviceEnv]
 * @param {Partial<Record<import('../../../deploy/local/stack.mjs').ServiceName, string>>} [options.preloads] of e2e/preloads
 * @param {boolean} [options.together]
 * @param {string} [options.amqpUrl] another way to the same broker, such as through a proxy; its path is replaced
 * @param {string} [options.mongoUrl] another way to the same database
 * @param {number} [options.port] of the gateway, if something has to know it before the start
 * @param {(infrastructure: import('@inner-weather/testing/infrastructure').TestInfrastructure) => Promise<void>} [options.prepare]
 * is called before the services start
 */
export async function startTestStack({
  env = {},
  serviceEnv = {},
  preloads,
  together,
  amqpUrl,
  mongoUrl,
  port,
  prepare,
} = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'inner-weather-e2e-'));
  chmodSync(dataDir, 0o755);
  const infrastructure = await testInfrastructure();
  await prepare?.(infrastructure);
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));
  const vhost = new URL(infrastructure.amqpUrl).pathname;
  const keysDir = join(dataDir, 'keys');
  const options = {
    keysDir,
    amqpUrl: amqpUrl
      ? Object.assign(new URL(amqpUrl), { pathname: vhost }).toString()
      : infrastructure.amqpUrl,
    mongoUrl: mongoUrl ?? infrastructure.mongoUrl,
    env: {
      ...inherited,
      MONGO_DATABASE_PREFIX: `${infrastructure.mongoDb}_`,
      RATE_LIMITS: 'off',
      RETRY_DELAY_FACTOR,
      OUTBOX_LEASE_MS,
      REMINDERS_PUSH_HOSTS: NO_PUSH_SERVICE,
      REMINDERS_PUSH_PRIVATE: 'on',
      ...env,
    },
    serviceEnv,
    preloads,
    together,
    log: () => undefined,
  };
  const stack = await startStack({ ...options, dataDir, port: port ?? (await freePort()) });
  return {
    ...stack,
    infrastructure,
    logs: join(dataDir, 'logs'),
    masterKeys: masterKeysFile(keysDir),
    stop: async () => {
      await stack.stop();
      try {
        expectNothingAtRest({ logs: join(dataDir, 'logs'), name: infrastructure.mongoDb });
      } finally {
        await infrastructure.close();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  };
}

/**
 * The same with fakes of WeatherAPI.com and Gemini, which a suite may script. `serviceEnv` overrides the defaults. `stop`
 * stops everything.
 * @param {Parameters<typeof startTestStack>[0]} [options]
 */
export async function startStackWithFakes({ serviceEnv = {}, ...options } = {}) {
  const [weather, gemini] = await Promise.all([startFakeWeatherApi(), startFakeGemini()]);
  const stack = await startTestStack({
    ...options,
    serviceEnv: {
      ...serviceEnv,
      weather: {
        WEATHER_API_KEY: 'weather-test-key',
        WEATHER_API_URL: weather.url,
        ...serviceEnv.weather,
      },
      insights: { GEMINI_API_KEY: 'gemini-test-key', GEMINI_API_URL: gemini.url, ...serviceEnv.insights },
    },
  });
  return {
    ...stack,
    weather,
    gemini,
    stop: async () => {
      // The fakes first: a request that hangs would hold up the service that waits for it.
      await Promise.all([weather.close(), gemini.close()]);
      await stack.stop();
    },
  };
}
