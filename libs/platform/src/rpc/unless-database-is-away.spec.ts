import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { unlessDatabaseIsAway } from './unless-database-is-away.js';

const never = new Promise<string>(() => undefined);
const LEFT_MS = 1_000;

describe('a call whose work takes long', () => {
  it('is unavailable before its deadline when the database does not answer', async () => {
    const ends: string[] = [];
    const deadline = sleep(LEFT_MS).then(() => ends.push('deadline'));
    const call = unlessDatabaseIsAway(never, LEFT_MS, () => new Promise(() => undefined));
    await expect(call.finally(() => ends.push('call'))).rejects.toMatchObject({
      code: 'unavailable',
      retryAfter: 5,
    });
    await deadline;
    expect(ends).toEqual(['call', 'deadline']);
  });

  it('is unavailable as soon as the database is known to be away', async () => {
    const call = unlessDatabaseIsAway(never, LEFT_MS, () => Promise.resolve(false));
    await expect(call).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('drops a result that comes after it was given up, once, and no other', async () => {
    const drop = jest.fn();
    let finish!: (result: string) => void;
    const work = new Promise<string>((resolve) => (finish = resolve));
    const away = () => Promise.resolve(false);
    await expect(unlessDatabaseIsAway(work, LEFT_MS, away, drop)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(drop).not.toHaveBeenCalled();
    finish('late');
    await work;
    expect(await unlessDatabaseIsAway(Promise.resolve('in time'), LEFT_MS, away, drop)).toBe('in time');
    expect(drop.mock.calls).toEqual([['late']]);
  });

  it('ends as its work does while the database answers, and asks more than once', async () => {
    let asked = 0;
    let finish!: (result: string) => void;
    const work = new Promise<string>((resolve) => (finish = resolve));
    const databaseAnswers = () => {
      asked += 1;
      if (asked === 2) finish('done');
      return Promise.resolve(true);
    };
    expect(await unlessDatabaseIsAway(work, 2 * LEFT_MS, databaseAnswers)).toBe('done');
    expect(asked).toBeGreaterThan(1);
  });

  it.each([
    ['quick', LEFT_MS],
    ['late already', -1],
    ['without a deadline', Infinity],
  ])('asks nothing when it is %s', async (_what, leftMs) => {
    const databaseAnswers = jest.fn(() => Promise.resolve(false));
    expect(await unlessDatabaseIsAway(Promise.resolve('done'), leftMs, databaseAnswers)).toBe('done');
    await expect(
      unlessDatabaseIsAway(Promise.reject(new Error('no')), leftMs, databaseAnswers),
    ).rejects.toThrow('no');
    expect(databaseAnswers).not.toHaveBeenCalled();
  });
});
