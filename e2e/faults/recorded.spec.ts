import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ErrorCode } from '@inner-weather/contracts/messaging/errors';
import type { RpcMap, RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { EVENTS_EXCHANGE, SERVICES } from '@inner-weather/contracts/messaging/topology';
import { HealthRegistry } from '@inner-weather/platform/health';
import { Broker } from '@inner-weather/platform/messaging/broker';
import { deadLetterQueue, queuesOf, retryQueue } from '@inner-weather/platform/messaging/topology';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { eventually } from '@inner-weather/testing/eventually';
import type { FakeServer } from '@inner-weather/testing/fakes/server';
import { startFakeWeatherApi } from '@inner-weather/testing/fakes/weather';
import { type ChannelModel, connect } from 'amqplib';
import { record, type Recording, shownAgain, store } from '../support/recording.js';
import { startTestStack } from '../support/stacks/stack.mjs';

/** Holds one set of each released version: `<version>/recording.json`. */
const FOLDER = resolve(import.meta.dirname, '../../libs/contracts/recorded');
/** Set by `npm run record`: the version as which this one is saved. */
const SAVE_AS = process.env.RECORD_VERSION;
const RUNNING = 'the running version';
const RELEASED = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Outcomes of a call that are allowed besides the recorded one, because its users and documents differ by now. */
const STATE_HAS_CHANGED: string[] = [
  'not_found',
  'email_taken',
  'changed_meanwhile',
  'import_undone',
  'invalid_credentials',
  'unauthenticated',
  'forbidden',
  'second_factor_required',
  'second_factor_active',
] satisfies ErrorCode[];

const QUEUES = SERVICES.flatMap((service) => queuesOf(service, 1))
  .filter(({ broadcast }) => !broadcast)
  .flatMap(({ name, retryDelaysMs }) => [
    name,
    deadLetterQueue(name),
    ...retryDelaysMs.map((delay) => retryQueue(name, delay)),
  ]);

let weather: FakeServer;
let recorded: Recording;

const serviceEnv = () => ({
  weather: { WEATHER_API_KEY: 'test', WEATHER_API_URL: weather.url },
  reminders: { REMINDERS_CHECK_MS: '500' },
});

beforeAll(async () => {
  weather = await startFakeWeatherApi();
  // With limits, whose counters are documents too.
  const stack = await startTestStack({ env: { RATE_LIMITS: 'on' }, serviceEnv: serviceEnv() });
  recorded = await record(stack);
  await stack.stop();
  if (SAVE_AS) save(SAVE_AS, recorded);
}, 240_000);

afterAll(() => weather.close());

/**
 * A version of these services runs on what another one stored, and takes what another one sends. The running version's
 * own set is always replayed, which shows that recording and replaying work.
 */
describe.each([...RELEASED, RUNNING])('what %s stored and sent', (version) => {
  let set: Recording;
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  let wire: ChannelModel;
  const keys = mkdtempSync(join(tmpdir(), 'inner-weather-recorded-'));

  beforeAll(async () => {
    set = version === RUNNING ? recorded : read(version);
    const file = join(keys, 'master.keys');
    writeFileSync(file, set.masterKeys);
    stack = await startTestStack({
      // A message that fails is then still in the queue of its retry when the queues are looked at.
      env: { MASTER_KEYS_FILE: file, RETRY_DELAY_FACTOR: '1' },
      serviceEnv: serviceEnv(),
      prepare: (infrastructure) => store(set, infrastructure),
    });
    wire = await connect(stack.infrastructure.amqpUrl);
  }, 180_000);

  afterAll(async () => {
    await wire.close();
    await stack.stop();
    rmSync(keys, { recursive: true });
  });

  it('has every event, calls of every service, and documents of every kind', () => {
    expect(Object.keys(set.events)).not.toEqual([]);
    const called = Object.keys(set.calls).map((method) => method.split('.')[0]);
    // 1.0.0 had no photos.
    const photos = version === '1.0.0' ? [] : ['media'];
    expect(new Set(called)).toEqual(
      new Set(['auth', 'journal', 'weather', 'insights', 'reminders', ...photos]),
    );
    expect(Object.keys(set.calls)).toContain('auth.list-revoked-sessions');
    for (const kind of ['auth.users', 'auth.second_factors', 'journal.entries', 'insights.jobs'])
      expect(set.documents[kind]).not.toEqual([]);
  });

  it('is shown to its person as it was', async () => {
    expect(await shownAgain(set, stack.url)).toEqual(set.person.shown);
  });

  it('is taken: calls end as they did', async () => {
    const gateway = new Broker(stack.infrastructure.amqpUrl, 'gateway', new HealthRegistry());
    const rpc = new RpcClient(gateway, 10_000);
    await gateway.onModuleInit();
    await gateway.whenUp();
    try {
      for (const [method, calls] of Object.entries(set.calls)) {
        for (const { request, outcome } of calls) {
          const now = await outcomeOf(rpc, method as RpcMethod, request);
          if (!STATE_HAS_CHANGED.includes(now)) expect([method, now]).toEqual([method, outcome]);
        }
      }
    } finally {
      await gateway.onApplicationShutdown();
    }
  }, 180_000);

  it('is taken: no event fails', async () => {
    const channel = await wire.createConfirmChannel();
    for (const [type, payloads] of Object.entries(set.events)) {
      for (const payload of payloads) {
        const body = Buffer.from(JSON.stringify(payload));
        channel.publish(EVENTS_EXCHANGE, type, body, { type, messageId: randomUUID(), persistent: true });
      }
    }
    await channel.waitForConfirms();
    // Handlers call other services and send events of their own, so nothing is stopped before all of them are done.
    let quiet = 0;
    await eventually(
      async () => {
        const busy = [...(await filledQueues(wire)), ...(await handling(stack.services))];
        quiet = busy.length === 0 ? quiet + 1 : 0;
        expect({ busy, isSettled: quiet >= 5 }).toEqual({ busy: [], isSettled: true });
      },
      { timeoutMs: 90_000, everyMs: 150 },
    );
  }, 120_000);
});

async function outcomeOf(rpc: RpcClient, method: RpcMethod, request: unknown): Promise<string> {
  try {
    await rpc.callRaw(method, request as RpcMap[RpcMethod]['request']);
    return 'ok';
  } catch (error) {
    return String((error as { code?: string }).code);
  }
}

async function filledQueues(wire: ChannelModel): Promise<string[]> {
  const channel = await wire.createChannel();
  const states = await Promise.all(QUEUES.map((queue) => channel.checkQueue(queue)));
  await channel.close();
  return states.filter(({ messageCount }) => messageCount > 0).map(({ queue }) => queue);
}

/** The queues with messages that are being handled. */
async function handling(services: Record<string, { adminUrl: string }>): Promise<string[]> {
  const metrics = Object.values(services).map(async ({ adminUrl }) =>
    (await fetch(`${adminUrl}/metrics`)).text(),
  );
  return (await Promise.all(metrics)).flatMap((text) =>
    [...text.matchAll(/^messages_in_flight\{queue="([^"]+)"\} [1-9]/gm)].map(([, queue]) => queue!),
  );
}

const fileOf = (version: string): string => join(FOLDER, version, 'recording.json');

const read = (version: string) => JSON.parse(readFileSync(fileOf(version), 'utf8')) as Recording;

function save(version: string, recording: Recording): void {
  mkdirSync(join(FOLDER, version));
  writeFileSync(fileOf(version), `${JSON.stringify(recording, null, 1)}\n`);
}
