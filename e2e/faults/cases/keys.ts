import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ServiceName } from '@inner-weather/contracts/messaging/topology';
import { masterKey } from '@inner-weather/testing/random';
import { totpAt } from '@inner-weather/testing/totp';
import { MongoClient } from 'mongodb';
import { SERVICES_WITH_DATABASE } from '../../../deploy/local/services.mjs';
import { type Api, PASSWORD } from '../../support/requests/api.js';
import { Load } from '../../support/load.js';
import { MEASURE } from '../../support/requests/route-requests.js';
import type { OwnStack } from '../../support/stacks/own-stack.js';

/** Milliseconds between two writes of a user, so that some are always in progress. */
const PAUSE_MS = 400;

const KEYS = resolve(import.meta.dirname, '../../../libs/platform/dist/encryption/keys.cli.js');

export const keys = (stackOf: () => OwnStack) =>
  describe('keys, while people write', () => {
    let stack: OwnStack;
    let api: Api;

    beforeAll(() => {
      stack = stackOf();
      api = stack.api;
    });

    /** The command of one service, as an administrator would run it. */
    async function run(service: ServiceName, command: string): Promise<string> {
      const env = {
        ...process.env,
        MONGO_URL: stack.infrastructure.mongoUrl,
        MONGO_DB: `${stack.infrastructure.mongoDb}_${service}`,
        MASTER_KEYS_FILE: stack.masterKeys,
      };
      const child = spawn(process.execPath, [KEYS, command, service], { env });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const [code] = (await once(child, 'close')) as [number | null];
      expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
      return output;
    }

    const people = () => Promise.all(Array.from({ length: 3 }, () => api.signUp()));

    it('the master key is rotated under load, and the old one can be deleted', async () => {
      const load = new Load(await people(), PAUSE_MS);
      await load.reached(15);
      const grace = await api.signUp();
      const { secret } = await grace.turnOnSecondFactor();
      const measureId = randomUUID();
      await grace.request('PUT', `/api/measures/${measureId}`, { body: MEASURE });
      await grace.write({ measures: { [measureId]: 450 } });
      const old = readFileSync(stack.masterKeys, 'utf8');
      const fresh = masterKey('fresh');
      writeFileSync(stack.masterKeys, fresh + old);
      const others = await people();
      await Promise.all([run('journal', 'rewrap'), ...others.map((person) => person.write())]);
      await load.reached(load.ledger.size + 15);
      expect(await run('journal', 'rewrap')).toContain('0 keys wrapped anew by fresh');
      await Promise.all(
        (['insights', 'auth', 'reminders'] as const).map((service) => run(service, 'rewrap')),
      );
      const oldName = old.split(':')[0];
      expect(await run('journal', 'status')).toContain(`0 keys wrapped by ${oldName}`);
      const client = await new MongoClient(stack.infrastructure.mongoUrl).connect();
      for (const service of SERVICES_WITH_DATABASE) {
        const kept = client.db(`${stack.infrastructure.mongoDb}_${service}`).collection('datakeys');
        expect([service, await kept.countDocuments({ masterKey: oldName })]).toEqual([service, 0]);
      }
      const ofJournal = client.db(`${stack.infrastructure.mongoDb}_journal`).collection('datakeys');
      expect(await ofJournal.countDocuments({ masterKey: 'fresh' })).toBeGreaterThan(0);
      await client.close();

      writeFileSync(stack.masterKeys, fresh);
      // No key is in memory any more, so every entry that can be read is read with the new key.
      await Promise.all(SERVICES_WITH_DATABASE.map((service) => stack.services[service].restart()));
      await load.reached(load.ledger.size + 15);
      const { acknowledged, attempted } = await load.judge('the master key rotated');
      expect(acknowledged).toBe(attempted);
      for (const person of others) expect((await person.search()).body).toHaveLength(1);
      const { body: list } = await grace.request('GET', '/api/measures');
      expect(list).toEqual({ measures: [{ _id: measureId, ...MEASURE }] });
      expect((await grace.search()).body).toMatchObject([{ measures: { [measureId]: 450 } }]);
      // The code of the next step: the one that turned it on is used up.
      const code = totpAt(secret, Date.now() + 30_000);
      const body = { email: grace.user.email, password: PASSWORD, code };
      expect((await api.request('POST', '/api/login', { body })).status).toBe(200);
    }, 360_000);
  });
