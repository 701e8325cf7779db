import { eventually } from '@inner-weather/testing/eventually';
import { getModelToken } from '@nestjs/mongoose';
import { jest } from '@jest/globals';
import type { Model } from 'mongoose';
import { Entry } from '../src/entries/entry.schema.js';
import { type JournalUnderTest, startJournal } from './harness.js';

const entry = { email: 'ana@example.org', content: 'A walk by the river', location: 'Porto' };

describe('the deletion of an account', () => {
  let journal: JournalUnderTest;

  beforeAll(async () => {
    journal = await startJournal();
  });

  afterAll(() => journal.stop());

  const write = (userId: string) =>
    journal.call('journal.create-entry', { userId, entry, idempotencyKey: 'a-key' });
  const countEntries = (userId: string) => journal.entries.countDocuments({ userId });

  it('deletes all data of that person and no other, however often the event arrives', async () => {
    await Promise.all([
      write('ana'),
      write('bea'),
      journal.call('journal.create-entry', { userId: 'ana', entry }),
    ]);
    expect(await countEntries('ana')).toBe(2);
    for (let time = 1; time <= 2; time += 1)
      await journal.fromAuth(
        'auth.user.deleted.v1',
        { userId: 'ana' },
        '7d2d9f0e-0000-4000-8000-000000000002',
      );
    await eventually(async () => expect(await countEntries('ana')).toBe(0));
    await write('bea-b');
    await journal.fromAuth('auth.user.deleted.v1', { userId: 'bea-b' });
    await eventually(async () => expect(await countEntries('bea-b')).toBe(0));
    expect(await countEntries('bea')).toBe(1);
    expect(await journal.deadLetter('journal.on-user-deleted')).toBeUndefined();
  });

  it('deletes many entries by short commands, and goes on where one failed', async () => {
    const count = 250;
    const entries = Array.from({ length: count }, (_, n) => ({
      ...{ userId: 'dora', content: 'Words', inputMood: 'Sad', location: 'Porto' },
      createdAt: new Date(1_600_000_000_000 + n),
    }));
    await journal.store(entries);
    const model = journal.app.get<Model<Entry>>(getModelToken(Entry.name), { strict: false });
    const original = model.deleteMany.bind(model);
    const left: number[] = [];
    const deleteMany = jest.spyOn(model, 'deleteMany').mockImplementation(((filter: object) => {
      const isSecond = deleteMany.mock.calls.length === 2;
      return isSecond
        ? Promise.reject(new Error('The database is gone.'))
        : original(filter).then(async (result) => {
            left.push(await countEntries('dora'));
            return result;
          });
    }) as never);
    await journal.fromAuth('auth.user.deleted.v1', { userId: 'dora' });
    await eventually(() => expect(left.slice(0, 3)).toEqual([150, 50, 0]));
    deleteMany.mockRestore();
  });

  it.each([
    ['is no JSON', 'ana'],
    ['names no user', '{}'],
    ['names an operator', '{"userId":{"$ne":null}}'],
  ])('ends in the dead letters when it %s, and takes nothing', async (_what, body) => {
    await write('cleo');
    journal.fromStranger('auth.user.deleted.v1', body);
    await eventually(async () => {
      const dead = await journal.deadLetter('journal.on-user-deleted');
      expect(dead?.content.toString()).toBe(body);
    });
    expect(await countEntries('cleo')).toBe(1);
  });
});
