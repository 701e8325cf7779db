import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '@inner-weather/testing/eventually';
import type { FakeServer } from '@inner-weather/testing/fakes/server';
import { startFakeWeatherApi } from '@inner-weather/testing/fakes/weather';
import { masterKeysFile, signingKeys } from '../../../deploy/local/keys.mjs';
import { Child, freePort } from '../../../deploy/local/process.mjs';
import { SERVICE_NAMES } from '../../../deploy/local/services.mjs';
import { Api } from '../../support/requests/api.js';
import type { SecureInfrastructure } from '../../support/stacks/own-infrastructure.js';
import { startTestStack } from '../../support/stacks/stack.mjs';
import { type Authority, selfMadeAuthority, tlsProxy } from '../../support/network/tls.js';

// ASVS 12.3.2, 12.3.4, 16.3.4
/** A broker with its own TLS port, a TLS proxy in front of the database, and certificates of an unknown authority. */
export const tls = (infrastructureOf: () => SecureInfrastructure) =>
  describe('TLS to broker and database', () => {
    let ours: Authority;
    let strangers: Authority;
    let infrastructure: SecureInfrastructure;
    let databaseProxy: Awaited<ReturnType<typeof tlsProxy>>;
    let weather: FakeServer;
    let mongoUrl: (caFile: string) => string;

    beforeAll(async () => {
      infrastructure = infrastructureOf();
      ours = infrastructure.authority;
      strangers = await selfMadeAuthority();
      databaseProxy = await tlsProxy(infrastructure.mongoUrl, ours);
      mongoUrl = (caFile) =>
        `mongodb://127.0.0.1:${databaseProxy.port}/?tls=true&tlsCAFile=${encodeURIComponent(caFile)}`;
      weather = await startFakeWeatherApi();
    }, 90_000);

    afterAll(async () => {
      await weather.close();
      await databaseProxy.close();
      strangers.remove();
    }, 60_000);

    it('works for the whole product with only addresses and a trusted authority configured', async () => {
      const stack = await startTestStack({
        amqpUrl: infrastructure.amqpsUrl,
        mongoUrl: mongoUrl(ours.caFile),
        env: { TRUSTED_AUTHORITIES: ours.caFile },
        serviceEnv: { weather: { WEATHER_API_KEY: 'test', WEATHER_API_URL: weather.url } },
      });
      try {
        const person = await new Api(stack.url).signUp();
        const entry = await person.write({ content: 'No one listens on the way' });
        expect(await person.stamped(entry._id)).toMatchObject({ weatherStatus: 'ready' });
        const expected = SERVICE_NAMES.flatMap((name) => [`${name}:publishing`, `${name}:consuming`]);
        // Its statistics are some seconds late.
        await eventually(
          async () => {
            const listed = await connections(infrastructure.managementUrl ?? '');
            const names = listed.map((one) => one.client_properties?.connection_name);
            expect(names).toEqual(expect.arrayContaining(expected));
            expect(listed.filter((one) => !one.ssl)).toEqual([]);
          },
          { timeoutMs: 30_000, everyMs: 500 },
        );
      } finally {
        await stack.stop();
      }
    }, 180_000);

    // Side by side: both mostly wait for a refusal.
    it('a service refuses to talk to a broker that its host does not trust, and to a database of another authority', async () => {
      const expectRefusal = async (trusted: { broker: Authority; database: Authority }) => {
        const lone = await loneAuth({
          AMQP_URL: infrastructure.amqpsUrl,
          MONGO_URL: mongoUrl(trusted.database.caFile),
          NODE_EXTRA_CA_CERTS: trusted.broker.caFile,
        });
        try {
          await eventually(() => expect(lone.log()).toMatch(/self-signed certificate|unable to verify/), {
            timeoutMs: 60_000,
          });
          expect(await lone.isReady()).toBe(false);
        } finally {
          await lone.stop();
        }
      };
      await Promise.all([
        expectRefusal({ broker: strangers, database: ours }),
        expectRefusal({ broker: ours, database: strangers }),
      ]);
    }, 120_000);
  });

interface BrokerConnection {
  ssl: boolean;
  client_properties?: { connection_name?: string };
}

/** The connections that the broker itself lists. */
async function connections(managementUrl: string): Promise<BrokerConnection[]> {
  const { origin, username, password } = new URL(managementUrl);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const answer = await fetch(`${origin}/api/connections`, { headers: { authorization } });
  return (await answer.json()) as BrokerConnection[];
}

/** The auth service alone, as a process. */
async function loneAuth(env: NodeJS.ProcessEnv) {
  const folder = mkdtempSync(join(tmpdir(), 'inner-weather-auth-'));
  const adminPort = await freePort();
  const logFile = join(folder, 'auth.log');
  const { privateKeyFile } = signingKeys(folder);
  const child = new Child({
    name: 'auth',
    command: process.execPath,
    args: [resolve(import.meta.dirname, '../../../services/auth/dist/bundle/main.js')],
    env: {
      PATH: process.env.PATH,
      ADMIN_PORT: String(adminPort),
      JWT_PRIVATE_KEY_FILE: privateKeyFile,
      MASTER_KEYS_FILE: masterKeysFile(folder),
      ...env,
    },
    logFile,
    pidFile: join(folder, 'auth.pid'),
  }).start();
  return {
    log: (): string => readFileSync(logFile, 'utf8'),
    /** An unreachable service is not ready either: a boot waits for its database. */
    isReady: () =>
      fetch(`http://127.0.0.1:${adminPort}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    stop: async () => {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
