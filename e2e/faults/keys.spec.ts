import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ServiceName } from '@inner-weather/contracts/messaging/topology';
import { masterKey } from '@inner-weather/testing/master-keys';
import { totpAt } from '@inner-weather/testing/totp';
import { SERVICES_WITH_DATABASE } from '../../deploy/local/services.mjs';
import { Api, PASSWORD } from '../support/api.js';
import { Load } from '../support/load.js';
import { startTestStack } from '../support/stack.mjs';

/** Milliseconds between two writes of a user, so that some are always in progress. */
const PAUSE_MS = 60;

const ROOT = resolve(import.meta.dirname, '../..');

describe('keys, while people write', () => {
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  let api: Api;

  beforeAll(async () => {
    stack = await startTestStack();
    api = new Api(stack.url);
  }, 60_000);

  afterAll(() => stack.stop(), 60_000);

  /** The command of one service, as an administrator would run it. */
  async function run(service: ServiceName, command: string): Promise<string> {
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
    const [code] = (await once(child, 'close')) as [number | null];
    expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
    return output;
  }

  it('the master key is rotated under load, and the old one can be deleted', async () => {
    const load = new Load(await Promise.all(Array.from({ length: 5 }, () => api.signUp())), PAUSE_MS);
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
    // No key is in memory any more, so every entry that can be read is read with the new key.
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
