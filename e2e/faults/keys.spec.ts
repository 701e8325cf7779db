import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ServiceName } from '@inner-weather/contracts/topology';
import { eventually } from '@inner-weather/testing/eventually';
import { masterKey } from '@inner-weather/testing/master-keys';
import { totpAt } from '@inner-weather/testing/totp';
import { type Collection, MongoClient, ObjectId } from 'mongodb';
import { SERVICES_WITH_DATABASE } from '../../deploy/local/services.mjs';
import { Api, PASSWORD, type Person } from '../support/api.js';
import { Load } from '../support/load.js';
import { startTestStack } from '../support/stack.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
/** Entries from before encryption: enough for the command to take a while. */
const OLD = 1_500;

interface StoredEntry {
  _id: ObjectId;
  userId: string;
  content: unknown;
}

describe('keys, while people write', () => {
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  let client: MongoClient;
  let api: Api;
  let entries: Collection<StoredEntry>;

  beforeAll(async () => {
    stack = await startTestStack();
    api = new Api(stack.url);
    client = await new MongoClient(stack.infrastructure.mongoUrl).connect();
    entries = client.db(`${stack.infrastructure.mongoDb}_journal`).collection('entries');
  }, 60_000);

  afterAll(async () => {
    await client.close();
    await stack.stop();
  }, 60_000);

  /** Starts the command of one service as an administrator would. */
  function keysCommand(service: ServiceName, command: string) {
    const env = {
      ...process.env,
      AMQP_URL: stack.infrastructure.amqpUrl,
      MONGO_URL: stack.infrastructure.mongoUrl,
      MONGO_DB: `${stack.infrastructure.mongoDb}_${service}`,
      MASTER_KEYS_FILE: stack.masterKeys,
      JWT_PRIVATE_KEY_FILE: 'unused',
    };
    const child = spawn(process.execPath, [`${ROOT}/services/${service}/dist/keys.cli.js`, command], { env });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
    return { child, ended };
  }

  async function run(service: ServiceName, command: string): Promise<string> {
    const { code, output } = await keysCommand(service, command).ended;
    expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
    return output;
  }

  const plain = (): Promise<number> => entries.countDocuments({ content: { $type: 'string' } });

  /** Stores entries as an older version did: with unencrypted text. */
  async function writeOldEntries({ user }: Person): Promise<void> {
    await entries.insertMany(
      Array.from({ length: OLD }, (_, n) => ({
        _id: new ObjectId(),
        schemaVersion: 1,
        userId: user.id,
        content: `Old day ${n}`,
        inputMood: 'Happy',
        location: 'Porto',
        weather: { status: 'ready', text: 'Sunny', key: 'porto@then', attempts: 1, requestedAt: new Date() },
        createdAt: new Date(Date.now() - n * 60_000),
        offset: 0,
        day: new Date(Date.now() - n * 60_000).toISOString().slice(0, 10),
        updatedAt: new Date(),
      })),
    );
  }

  it('old entries are encrypted by a command that is killed halfway and run again', async () => {
    const ada = await api.signUp();
    await writeOldEntries(ada);
    const contents = async (): Promise<string[]> => {
      const { status, body } = await ada.search({ startDate: '2000-01-01' });
      expect(status).toBe(200);
      return body.map(({ content }) => content).sort();
    };
    const before = await contents();
    expect(before).toHaveLength(OLD);

    const first = keysCommand('journal', 'encrypt');
    await eventually(async () => expect(await plain()).toBeLessThan(OLD - 20), {
      timeoutMs: 30_000,
      everyMs: 20,
    });
    first.child.kill('SIGKILL');
    await first.ended;
    const left = await plain();
    expect(left).toBeGreaterThan(0);
    expect(await contents()).toEqual(before);

    // The second run works while a person edits, writes and reads.
    const second = keysCommand('journal', 'encrypt');
    const load = new Load([ada]);
    // The last entry that the command reaches, if it follows their order.
    const edited = await entries.findOne({ userId: ada.user.id }, { sort: { createdAt: 1 } });
    const changes = { content: 'Edited meanwhile', inputMood: 'Sad', location: 'Porto' };
    const edit = await ada.request('PUT', `/api/journal/update/${String(edited?._id)}`, { body: changes });
    expect(edit.status).toBe(200);
    await load.reached(20);
    const { code, output } = await second.ended;
    await load.stop();
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(/\d+ of entries\.content encrypted/),
    });
    expect(await plain()).toBe(0);
    const after = await contents();
    expect(after.filter((content) => content.startsWith('Old day'))).toHaveLength(OLD - 1);
    expect(after).toContain('Edited meanwhile');
    expect(await run('journal', 'encrypt')).toContain('0 of entries.content encrypted');
  }, 180_000);

  it('the master key is rotated under load, and the old one can be deleted', async () => {
    const load = new Load(await Promise.all(Array.from({ length: 5 }, () => api.signUp())));
    await load.reached(30);
    const grace = await api.signUp();
    const { secret } = await grace.turnOnSecondFactor();
    const old = readFileSync(stack.masterKeys, 'utf8');
    const fresh = masterKey('fresh');
    writeFileSync(stack.masterKeys, fresh + old);
    const others = await Promise.all(Array.from({ length: 5 }, () => api.signUp()));
    await Promise.all([run('journal', 'rewrap'), ...others.map((person) => person.write())]);
    await load.reached(load.ledger.size + 30);
    expect(await run('journal', 'rewrap')).toContain('0 keys wrapped anew by fresh');
    for (const service of ['insights', 'auth'] as const) await run(service, 'rewrap');
    for (const service of SERVICES_WITH_DATABASE) {
      expect(await run(service, 'status')).toMatch(new RegExp(`0 keys wrapped by ${old.split(':')[0]}`));
    }

    writeFileSync(stack.masterKeys, fresh);
    // No key is in memory any more: whatever can be read now is read with the new key.
    for (const service of SERVICES_WITH_DATABASE) await stack.services[service].restart();
    await load.reached(load.ledger.size + 30);
    await load.stop();
    const written = (await load.entries()).map(({ content }) => content);
    const { acknowledged, attempted } = load.ledger.compare(written);
    expect(acknowledged).toBe(attempted);
    for (const person of others) expect((await person.search()).body).toHaveLength(1);
    // The code of the next step: the one that turned it on is used up.
    const code = totpAt(secret, Date.now() + 30_000);
    const body = { email: grace.user.email, password: PASSWORD, code };
    expect((await api.request('POST', '/api/login', { body })).status).toBe(200);
  }, 180_000);

  it('a service whose keys are lost does not come up, and says which one is missing', async () => {
    const good = readFileSync(stack.masterKeys, 'utf8');
    await stack.services.journal.stop();
    writeFileSync(stack.masterKeys, masterKey('stranger'));
    stack.services.journal.restarts = false;
    stack.services.journal.start();
    expect(await stack.services.journal.child.exited()).toBe(1);
    expect(stack.services.journal.child.lastLines).toContain('MASTER_KEYS_FILE has no key fresh');
    writeFileSync(stack.masterKeys, good);
    stack.services.journal.restarts = true;
    stack.services.journal.start();
    await stack.services.journal.ready();
  }, 90_000);
});
