import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type QueueDefinition, type QueueName, QUEUES } from '@inner-weather/contracts/topology';
import type { RpcMap, RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { HealthRegistry } from '@inner-weather/platform/health';
import { Broker } from '@inner-weather/platform/messaging/broker';
import { bundleQueue } from '@inner-weather/platform/messaging/topology';
import { walkDeadLetters } from '@inner-weather/platform/events/dead-letters';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { EVENTS_EXCHANGE } from '@inner-weather/contracts/topology';
import { eventually } from '@inner-weather/testing/eventually';
import type { FakeServer } from '@inner-weather/testing/fake-server';
import { startFakeWeatherApi } from '@inner-weather/testing/fake-weather';
import { type ChannelModel, connect } from 'amqplib';
import { BSON, MongoClient, type ObjectId } from 'mongodb';
import { masterKeysFile } from '../../deploy/local/keys.mjs';
import { Api } from '../support/api.js';
import { record, type Recording, shownTo } from '../support/recording.js';
import { losses, shapeOf } from '../support/shape.js';
import { ownInfrastructure } from '../support/own-infrastructure.js';
import { startTestStack } from '../support/stack.mjs';

const FOLDER = resolve(import.meta.dirname, '../../libs/contracts/recorded');
/** Set by `npm run record`: the version to write. */
const RECORDING = process.env.RECORD_VERSION;
/** Made for the recording; used only to read it. */
const MASTER_KEY = 'master.keys';
const KINDS = ['events', 'calls', 'answers', 'documents'] as const;

/**
 * Two versions run side by side during an update: each must accept what the other sends and stores. What the
 * previous version sent and stored is in libs/contracts/recorded; `npm run record` writes the set of a release.
 */
describe('a rolling update from the previous version', () => {
  let infrastructure: Awaited<ReturnType<typeof ownInfrastructure>>;
  let weather: FakeServer;
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  let today: Recording;
  const keysFolder = mkdtempSync(join(tmpdir(), 'inner-weather-keys-'));

  beforeAll(async () => {
    // Its own infrastructure: no other suite's files should hold plaintext of a version from before encryption.
    infrastructure = await ownInfrastructure();
    const keysFile = masterKeysFile(keysFolder);
    const ownKey = readFileSync(keysFile, 'utf8');
    // What a version stored is read with the key of that time, as in a real installation.
    appendFileSync(
      keysFile,
      sets()
        .map(({ masterKey }) => masterKey)
        .join(''),
    );
    weather = await startFakeWeatherApi();
    stack = await startTestStack({
      keepsOldDocuments: true,
      // The counters of the limits are documents, too, so limits stay on.
      env: { RATE_LIMITS: 'on', MASTER_KEYS_FILE: keysFile },
      serviceEnv: { weather: { WEATHER_API_KEY: 'test', WEATHER_API_URL: weather.url } },
    });
    today = await record(stack);
    if (RECORDING) save(RECORDING, today, ownKey);
  }, 150_000);

  afterAll(async () => {
    await stack.stop();
    await weather.close();
    await infrastructure.stop();
    rmSync(keysFolder, { recursive: true });
  }, 60_000);

  it('the set is complete: every event, every call, every answer', () => {
    expect(sets().length).toBeGreaterThan(0);
    for (const { set } of sets()) {
      expect(Object.keys(set.calls)).toContain('auth.list-revoked-sessions');
      expect(Object.keys(set.calls).sort()).toEqual(Object.keys(set.answers).sort());
      expect(Object.keys(set.documents)).toEqual(
        expect.arrayContaining(['auth.users', 'auth.sessions', 'journal.entries', 'insights.jobs']),
      );
    }
  });

  for (const { version, set, oneWay } of sets().filter(({ version }) => version !== RECORDING)) {
    it(`what is said and stored now has all that ${version} knew, of the same types`, () => {
      const found = KINDS.flatMap((kind) =>
        Object.entries(set[kind]).flatMap(([name, samples]) =>
          losses(shapeOf(samples), shapeOf(today[kind][name] ?? [])).map((loss) => `${kind} ${name}${loss}`),
        ),
      );
      expect(found.filter((loss) => !oneWay.some((known) => loss.startsWith(known)))).toEqual([]);
    });

    it(`documents of ${version} are read`, async () => {
      const { mongoUrl, mongoDb } = stack.infrastructure;
      const client = await new MongoClient(mongoUrl).connect();
      for (const [name, documents] of Object.entries(set.documents)) {
        const [service = '', collection = ''] = name.split('.');
        const target = client.db(`${mongoDb}_${service}`).collection(collection);
        const read = BSON.EJSON.deserialize({ documents }, { relaxed: false }) as {
          documents: { _id: ObjectId }[];
        };
        // A counter of this hour may already be there.
        for (const { _id, ...rest } of read.documents)
          await target.replaceOne({ _id }, rest, { upsert: true });
      }
      await client.close();
      const { email, password, entries, insights } = set.person;
      const person = await new Api(stack.url).logIn({ user: { email } } as never, password);
      const days = entries.map((entry) => (entry as { createdAt: string }).createdAt.slice(0, 10)).sort();
      const shown = await shownTo(person, { startDate: days[0], endDate: days.at(-1) });
      expect(shown).toMatchObject({ entries, insights });
    });

    it(`calls and events of ${version} are taken`, async () => {
      const { amqpUrl } = stack.infrastructure;
      const wire = await connect(amqpUrl);
      const gateway = new Broker(amqpUrl, 'gateway', new HealthRegistry());
      const rpc = new RpcClient(gateway, 10_000);
      await gateway.onModuleInit();
      await gateway.whenUp();
      try {
        for (const [method, requests] of Object.entries(set.calls)) {
          for (const request of requests) {
            const outcome = await callAs(rpc, method as RpcMethod, request);
            // By now the people of the set are deleted or already exist: a refusal for that reason is an answer, too.
            expect([method, outcome]).toEqual([method, expect.stringMatching(TAKEN)]);
          }
        }
        const channel = await wire.createConfirmChannel();
        for (const [type, payloads] of Object.entries(set.events)) {
          for (const payload of payloads) {
            const body = Buffer.from(JSON.stringify(payload));
            channel.publish(EVENTS_EXCHANGE, type, body, { type, messageId: randomUUID(), persistent: true });
          }
        }
        await channel.waitForConfirms();
        await eventually(async () => expect(await waiting(wire)).toBe(0), { timeoutMs: 20_000 });
        expect(await deadLetters(wire)).toEqual([]);
      } finally {
        await gateway.onApplicationShutdown();
        await wire.close();
      }
    }, 90_000);
  }
});

const TAKEN = /^(ok|not_found|email_taken|invalid_credentials|unauthenticated)$/;

async function callAs(rpc: RpcClient, method: RpcMethod, request: unknown): Promise<string> {
  try {
    await rpc.callRaw(method, request as RpcMap[RpcMethod]['request']);
    return 'ok';
  } catch (error) {
    return String((error as { code?: string }).code);
  }
}

const LASTING = Object.entries(QUEUES as Record<string, QueueDefinition>)
  .filter(([, { broadcast }]) => !broadcast)
  .map(([name]) => name);

async function waiting(wire: ChannelModel): Promise<number> {
  const channel = await wire.createChannel();
  const bundles = LASTING.filter((name) => 'bundles' in QUEUES[name as QueueName]).map(bundleQueue);
  const counts = await Promise.all([...LASTING, ...bundles].map((queue) => channel.checkQueue(queue)));
  await channel.close();
  return counts.reduce((sum, { messageCount }) => sum + messageCount, 0);
}

async function deadLetters(wire: ChannelModel): Promise<unknown[]> {
  const found = await Promise.all(LASTING.map((queue) => walkDeadLetters(wire, queue, () => 'keep')));
  return found.flat();
}

/**
 * Every recorded set. `oneWay`: prefixes of what the version cannot read from a later one, each with its reason;
 * `masterKey`: the master key of that time, empty if nothing was encrypted.
 */
function sets(): { version: string; set: Recording; oneWay: string[]; masterKey: string }[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(FOLDER, entry.name, 'recording.json')))
    .map(({ name: version }) => {
      const read = (file: string): unknown => JSON.parse(readFileSync(join(FOLDER, version, file), 'utf8'));
      const oneWay = existsSync(join(FOLDER, version, 'one-way.json')) ? read('one-way.json') : {};
      const keyFile = join(FOLDER, version, MASTER_KEY);
      const masterKey = existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : '';
      const set = read('recording.json') as Recording;
      return { version, set, oneWay: Object.keys(oneWay as object), masterKey };
    });
}

function save(version: string, recording: Recording, masterKey: string): void {
  mkdirSync(join(FOLDER, version), { recursive: true });
  writeFileSync(join(FOLDER, version, 'recording.json'), `${JSON.stringify(recording, null, 1)}\n`);
  writeFileSync(join(FOLDER, version, MASTER_KEY), masterKey);
  const asyncapi = resolve(FOLDER, '../asyncapi.json');
  writeFileSync(join(FOLDER, version, 'asyncapi.json'), readFileSync(asyncapi));
}
