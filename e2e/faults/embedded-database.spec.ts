import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import {
  type Collection,
  Double,
  type Document,
  Int32,
  MongoClient,
  MongoServerError,
  ObjectId,
} from 'mongodb';
import { randomNumbers } from '@inner-weather/testing/random';
import { beginEmbeddedMongo } from '../../deploy/local/embedded-mongo.mjs';

const OWNERS = ['Ada', 'Bea', 'Cleo'];
/** What else a field may hold: lists, which are found by each of their values, and what the index leaves out. */
const OTHERS = [['Ada', 'Bea'], ['Ada', 'Ada'], [], null, 7, new Date(0)];
const STEPS = 400;

// It is compiled and started, twice.
jest.setTimeout(120_000);

describe('the embedded database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'inner-weather-embedded-'));
  let database: Awaited<ReturnType<typeof beginEmbeddedMongo>>;
  let client: MongoClient;
  let entries: Collection;

  const start = async () => {
    database = await beginEmbeddedMongo({ dataDir, log: () => undefined, otherwise: '' });
    await database.ready;
    client = await new MongoClient(database.mongoUrl).connect();
    entries = client.db('diary').collection('entries');
  };
  const stop = async () => {
    await client.close();
    await database.stop();
  };

  beforeAll(async () => {
    await start();
    await entries.createIndex({ owner: 1, at: -1 });
  });

  afterAll(async () => {
    await stop();
    rmSync(dataDir, { recursive: true });
  });

  const textsOf = (found: Document[]) =>
    found.map(({ _id, owner }) => `${_id} ${JSON.stringify(owner)}`).sort();

  /** Each owner's documents as the index finds them, and as a look at every document does. */
  const compare = async () => {
    const all = await entries.find().toArray();
    for (const owner of OWNERS) {
      const wanted = all.filter((one) => [one.owner].flat().includes(owner));
      expect(textsOf(await entries.find({ owner }).toArray())).toEqual(textsOf(wanted));
      expect(await entries.countDocuments({ owner })).toBe(wanted.length);
      const newest = await entries.find({ owner }, { sort: { at: -1, _id: -1 }, limit: 10 }).toArray();
      const byTime = wanted.sort(
        (a, b) => Number(b.at) - Number(a.at) || (String(b._id) < String(a._id) ? -1 : 1),
      );
      expect(newest).toEqual(byTime.slice(0, 10));
      const high = wanted.filter(({ at }) => Number(at) >= STEPS / 2);
      expect(textsOf(await entries.find({ owner, at: { $gte: STEPS / 2 } }).toArray())).toEqual(
        textsOf(high),
      );
    }
    expect(await entries.aggregate([{ $match: {} }]).toArray()).toHaveLength(all.length);
    expect(await entries.aggregate().toArray()).toHaveLength(all.length);
    return all;
  };

  it('finds by an index what a look at every document finds, whatever was changed before', async () => {
    const random = randomNumbers(7);
    const oneOf = <T>(list: readonly T[]): T => list[random(list.length)]!;
    for (let at = 0; at < STEPS; at += 1) {
      const owner = random(10) < 8 ? oneOf(OWNERS) : oneOf(OTHERS);
      const _id = (await entries.findOne({}, { skip: random(60) }))?._id;
      const change = oneOf(['insert', 'insert', 'insert', 'move', 'leave', 'touch', 'take', 'remove']);
      if (change === 'insert' || !_id) await entries.insertOne({ owner, at });
      else if (change === 'move') await entries.updateOne({ _id, at: { $gte: 0 } }, { $set: { owner } });
      else if (change === 'leave') await entries.updateOne({ _id }, { $unset: { owner: '' } });
      else if (change === 'touch') await entries.updateMany({ owner: oneOf(OWNERS) }, { $set: { at } });
      else if (change === 'take') await entries.findOneAndDelete({ owner: oneOf(OWNERS) });
      else await entries.deleteOne({ _id });
      if (at % 20 === 0) await compare();
    }
    expect((await compare()).length).toBeGreaterThan(50);
  });

  it.each<[what: string, id: unknown, same: unknown]>([
    ['an id', new ObjectId(), undefined],
    ['a text', 'one', undefined],
    ['a number', new Int32(1), new Double(1)],
    ['a moment', new Date(0), undefined],
    ['a document', { owner: 'Ada', at: 1 }, undefined],
  ])('takes no second document with the same _id: %s', async (_what, id, same = id) => {
    const _id = id as ObjectId;
    await entries.insertOne({ _id, owner: 'Dora' });
    const refused = entries.insertOne({ _id: same as ObjectId, owner: 'Emily' });
    await expect(refused).rejects.toThrow(MongoServerError);
    await expect(refused).rejects.toMatchObject({ code: 11_000 });
    const $in = [_id, new ObjectId()];
    for (const query of [
      { _id },
      { _id: { $in } },
      { _id, owner: 'Dora' },
      { _id: { $in }, owner: 'Dora' },
    ]) {
      expect(await entries.find(query).toArray()).toHaveLength(1);
    }
    expect(await entries.find({ _id, owner: 'Emily' }).toArray()).toEqual([]);
    expect(await entries.deleteMany({ _id: { $in } })).toMatchObject({ deletedCount: 1 });
    expect(await entries.find({ owner: 'Dora' }).toArray()).toEqual([]);
  });

  it('finds the same after it was started again', async () => {
    const before = textsOf(await compare());
    await stop();
    await start();
    expect(textsOf(await compare())).toEqual(before);
    const [{ _id } = {}] = await entries.find().toArray();
    await expect(entries.insertOne({ _id })).rejects.toMatchObject({ code: 11_000 });
  });
});
