import { eventually } from '@inner-weather/testing/eventually';
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
