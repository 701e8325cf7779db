import { writeFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { eventually } from '@inner-weather/testing/eventually';
import { type TestInfrastructure, testInfrastructure } from '@inner-weather/testing/infrastructure';
import { masterKey, testMasterKeys } from '@inner-weather/testing/random';
import { Logger } from '@nestjs/common';
import { type Connection, createConnection, type Model } from 'mongoose';
import { StoredDataKey, StoredDataKeySchema } from '../../src/encryption/data-key.schema.js';
import { DataKeys } from '../../src/encryption/data-keys.js';
import { FieldEncryption } from '../../src/encryption/field-encryption.js';
import { MasterKeys } from '../../src/encryption/master-keys.js';
import { SealError } from '../../src/encryption/sealed-bytes.js';
import { bytesOf } from '../../src/encryption/stored-bytes.js';

const place = { userId: 'ada', documentId: '6b01', field: 'entries.content' };
const DAY_MS = 24 * 60 * 60_000;

// ASVS 11.1.2, 11.2.1, 11.3.1, 11.3.2, 11.3.3, 11.4.2, 14.2.4
describe('encryption of fields', () => {
  let infrastructure: TestInfrastructure;
  let database: Connection;
  let stored: Model<StoredDataKey>;
  let file: string;
  const [a, b] = [masterKey('a'), masterKey('b')];

  beforeAll(async () => {
    Logger.overrideLogger(false);
    infrastructure = await testInfrastructure();
    const { mongoUrl, mongoDb } = infrastructure;
    database = await createConnection(mongoUrl, { dbName: mongoDb }).asPromise();
    stored = database.model<StoredDataKey>(StoredDataKey.name, StoredDataKeySchema);
  });

  afterAll(async () => {
    await database.close();
    await infrastructure.close();
  });

  beforeEach(async () => {
    await stored.deleteMany({});
    file = testMasterKeys(a);
  });

  /** One replica of a service. */
  const replica = (service = 'journal') => {
    const keys = new DataKeys(stored, new MasterKeys(file), service);
    return { keys, fields: new FieldEncryption(keys) };
  };
  const find = (userId: string) => stored.findOne({ _id: userId }).lean<StoredDataKey>().orFail();

  describe('a data key', () => {
    it('is unique per person, however many replicas request it first', async () => {
      const replicas = Array.from({ length: 12 }, () => replica());
      const sealed = await Promise.all(replicas.map(({ fields }) => fields.seal(place, 'A walk')));
      expect(await stored.countDocuments()).toBe(1);
      const opened = await Promise.all(sealed.map((one) => replica().fields.open(place, one)));
      expect(opened).toEqual(replicas.map(() => 'A walk'));
    });

    it('is stored wrapped, with the name of the master key that wraps it', async () => {
      const { keys } = replica();
      const { secret } = await keys.forWriting('ada');
      const { wrapped, ...rest } = await find('ada');
      expect(rest).toEqual({ _id: 'ada', masterKey: 'a', createdAt: expect.any(Date) });
      expect(bytesOf(wrapped!).includes(secret.export())).toBe(false);
    });

    it.each([
      ['to another person', 'eve', 'journal'],
      ['to another service', 'ada', 'insights'],
    ])('cannot be moved %s', async (_what, userId, service) => {
      await replica().keys.forWriting('ada');
      const { wrapped, masterKey: name } = await find('ada');
      await stored.updateOne({ _id: userId }, { $set: { wrapped, masterKey: name } }, { upsert: true });
      await expect(replica(service).keys.forReading(userId)).rejects.toThrow(/another place/);
    });

    it('under a lost master key stops the boot, and the error names the variable', async () => {
      const { keys } = replica();
      await keys.forWriting('ada');
      await expect(keys.assertUnwrappable()).resolves.toBeUndefined();
      file = testMasterKeys(b);
      const lost = replica();
      await expect(lost.keys.assertUnwrappable()).rejects.toThrow(/^MASTER_KEYS_FILE has no key a,/);
      await expect(lost.keys.forReading('ada')).rejects.toThrow(/^MASTER_KEYS_FILE has no key a,/);
    });
  });

  describe('a text', () => {
    it('opens only in the place where it was sealed', async () => {
      const { fields } = replica();
      const sealed = await fields.seal(place, 'A walk');
      await fields.seal({ ...place, userId: 'eve' }, 'Another');
      expect(await fields.open(place, sealed)).toBe('A walk');
      for (const other of [{ userId: 'eve' }, { documentId: '6b02' }, { field: 'jobs.text' }])
        await expect(fields.open({ ...place, ...other }, sealed)).rejects.toThrow(SealError);
    });

    it('is one of many that open with one look at the key', async () => {
      const { fields } = replica();
      const places = Array.from({ length: 50 }, (_, index) => ({ ...place, documentId: String(index) }));
      const texts = await Promise.all(places.map((one) => fields.seal(one, `Walk ${one.documentId}`)));
      const looked = jest.spyOn(stored, 'findOne');
      const open = await replica().fields.openerOf('ada');
      expect(places.map((one, index) => open(one, texts[index]!))).toEqual(
        places.map(({ documentId }) => `Walk ${documentId}`),
      );
      expect(looked).toHaveBeenCalledTimes(1);
      looked.mockRestore();
      expect(() => open(places[1]!, texts[2]!)).toThrow(SealError);
    });

    it('is encrypted under a different key in each service', async () => {
      const [journal, insights] = [replica('journal'), replica('insights')];
      const sealed = await journal.fields.seal(place, 'A walk');
      await stored.deleteMany({});
      await insights.fields.seal(place, 'A walk');
      await expect(replica('insights').fields.open(place, sealed)).rejects.toThrow('under another key');
    });

    it('has a fingerprint that a rotation does not change, and that differs from person to person', async () => {
      const { fields } = replica();
      const body = { content: 'A walk', location: 'Porto' };
      const fingerprint = await fields.fingerprint('ada', body);
      expect(await fields.fingerprint('ada', { location: 'Porto', content: 'A walk' })).toBe(fingerprint);
      expect(await fields.fingerprint('ada', { ...body, content: 'A run' })).not.toBe(fingerprint);
      expect(await fields.fingerprint('eve', body)).not.toBe(fingerprint);
      writeFileSync(file, b + a);
      await replica().keys.rewrap();
      expect(await replica().fields.fingerprint('ada', body)).toBe(fingerprint);
    });
  });

  describe('the end of an account', () => {
    it('makes ciphertexts unreadable, in the store and in backups', async () => {
      const { keys, fields } = replica();
      const backup = await fields.seal(place, 'A walk');
      await keys.destroy('ada');
      expect(await find('ada')).toEqual({ _id: 'ada', destroyedAt: expect.any(Date) });
      for (const one of [fields, replica().fields])
        await expect(one.open(place, backup)).rejects.toThrow('the data key is gone');
    });

    it('is known to another replica within a minute, whatever it has read before', async () => {
      const [here, there] = [replica(), replica()];
      const text = await here.fields.seal(place, 'A walk');
      const openThere = async () => (await there.fields.openerOf('ada'))(place, text);
      expect(await openThere()).toBe('A walk');
      await here.keys.destroy('ada');
      await expect(here.fields.openerOf('ada').then((open) => open(place, text))).rejects.toThrow(
        'the data key is gone',
      );
      const now = performance.now();
      const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 60_001);
      await expect(openThere()).rejects.toThrow('the data key is gone');
      clock.mockRestore();
    });

    it('creates no new key, not even for a user who never had one', async () => {
      const { keys, fields } = replica();
      await keys.destroy('ada');
      await keys.destroy('ada');
      for (const one of [fields, replica().fields])
        await expect(one.seal(place, 'too late')).rejects.toMatchObject({ code: 'unauthenticated' });
      expect(await keys.isAlive('ada')).toBe(false);
      expect(await keys.isAlive('nobody')).toBe(false);
    });

    it('destroys the key whatever it races with', async () => {
      for (let round = 0; round < 25; round += 1) {
        const userId = `user-${round}`;
        const writes = Array.from({ length: 4 }, () =>
          replica()
            .fields.seal({ ...place, userId }, 'a race')
            .catch(() => undefined),
        );
        await Promise.all([...writes, replica().keys.destroy(userId)]);
        expect(await find(userId)).toEqual({ _id: userId, destroyedAt: expect.any(Date) });
      }
    });

    it('loses its tombstone after a day, once leftovers were erased again', async () => {
      const { keys } = replica();
      await Promise.all([keys.destroy('ada'), keys.destroy('eve'), keys.forWriting('bea')]);
      await stored.updateOne({ _id: 'ada' }, { $set: { destroyedAt: new Date(Date.now() - DAY_MS - 1) } });
      const purged: string[] = [];
      await keys.forgetDestroyed(async (userId) => {
        expect(await find(userId)).toBeDefined();
        purged.push(userId);
      });
      expect(purged).toEqual(['ada']);
      expect((await stored.find().lean()).map(({ _id }) => _id).sort()).toEqual(['bea', 'eve']);
    });

    it('does not wait for another account, of which something cannot be erased', async () => {
      const { keys } = replica();
      for (const userId of ['ada', 'bob', 'eve']) await keys.destroy(userId);
      await stored.updateMany({}, { $set: { destroyedAt: new Date(Date.now() - 2 * DAY_MS) } });
      await keys.forgetDestroyed((userId) =>
        userId === 'ada' ? Promise.reject(new Error('EISDIR')) : Promise.resolve(),
      );
      expect((await stored.find().lean()).map(({ _id }) => _id)).toEqual(['ada']);
    });
  });

  describe('a rotation of the master key', () => {
    it('wraps every data key with the first master key, so that the old one is no longer needed', async () => {
      const { keys, fields } = replica();
      const sealed = await fields.seal(place, 'A walk');
      await Promise.all(['bea', 'cleo'].map((userId) => keys.forWriting(userId)));
      await keys.destroy('gone');
      writeFileSync(file, b + a);
      expect(await keys.rewrap()).toBe(3);
      expect(await keys.rewrap()).toBe(0);
      expect(Object.fromEntries(await keys.count())).toEqual({ b: 3, '': 1 });
      writeFileSync(file, b);
      expect(await replica().fields.open(place, sealed)).toBe('A walk');
    });

    it('works while services write, read and delete, and they pick up the new key by themselves', async () => {
      const running = replica();
      const users = Array.from({ length: 60 }, (_, n) => `user-${n}`);
      const texts = new Map<string, Buffer>();
      const write = async (userId: string): Promise<void> => {
        texts.set(userId, await running.fields.seal({ ...place, userId }, userId));
      };
      await Promise.all(users.slice(0, 30).map(write));
      writeFileSync(file, b + a);
      const rotation = replica().keys;
      await Promise.all([
        rotation.rewrap(),
        ...users.slice(30).map(write),
        ...users.slice(0, 5).map((userId) => running.keys.destroy(userId)),
      ]);
      await eventually(async () => expect(await rotation.rewrap()).toBe(0));
      expect(Object.fromEntries(await rotation.count())).toEqual({ b: 55, '': 5 });
      writeFileSync(file, b);
      for (const userId of users.slice(5))
        expect(await replica().fields.open({ ...place, userId }, texts.get(userId)!)).toBe(userId);
    });
  });
});
