import { type TestInfrastructure, testInfrastructure } from '@inner-weather/testing/infrastructure';
import { type Connection, createConnection } from 'mongoose';
import { Increments } from '../../src/mongo/increments.js';

describe('numbers that many increase at the same time', () => {
  let infrastructure: TestInfrastructure;
  let database: Connection;
  let processes: Increments[];
  const onInsert = { expiresAt: new Date(0) };
  const numbers = () => database.collection<{ _id: string; count: number }>('numbers');

  beforeAll(async () => {
    infrastructure = await testInfrastructure();
    const { mongoUrl, mongoDb } = infrastructure;
    database = await createConnection(mongoUrl, { dbName: mongoDb }).asPromise();
  });

  afterAll(async () => {
    await database.close();
    await infrastructure.close();
  });

  beforeEach(async () => {
    await numbers().deleteMany({});
    processes = [1, 2, 3].map(() => new Increments({ collection: numbers() }, 'count'));
  });

  it('each get a number of their own, in one process', async () => {
    const [one] = processes;
    const counts = await Promise.all(
      Array.from({ length: 60 }, (_, index) => one!.add({ id: `n${index % 3}`, by: 1, onInsert })),
    );
    for (const rest of [0, 1, 2])
      expect(counts.filter((_, index) => index % 3 === rest)).toEqual(
        Array.from({ length: 20 }, (_, index) => index + 1),
      );
  });

  it('lose nothing and count nothing twice, in several that make the documents at the same moment', async () => {
    const counts = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        processes[index % 3]!.add({ id: `n${index % 7}`, by: 1 + (index % 2), onInsert }),
      ),
    );
    const stored = await numbers().find().toArray();
    expect(stored.reduce((sum, { count }) => sum + count, 0)).toBe(450);
    // No caller gets a smaller number than the stored one.
    for (const { _id, count } of stored) {
      const results = counts.filter((_, index) => `n${index % 7}` === _id).map(Number);
      expect(Math.max(...results)).toBe(count);
    }
  });

  it('are null where there is no such document and none is to be made', async () => {
    const [one] = processes;
    await numbers().insertOne({ _id: 'there', count: 5 });
    await expect(one!.add({ id: 'missing', by: 1 })).resolves.toBeNull();
    const both = ['there', 'missing', 'there'].map((id) => one!.add({ id, by: -1 }));
    await expect(Promise.all(both)).resolves.toEqual([4, null, 3]);
    expect(await numbers().countDocuments()).toBe(1);
  });
});
