import { jest } from '@jest/globals';
import { Turns, WAIT_MS } from './turns.js';

/** Works that end when they are told to, and the order in which they began. */
function works() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const endNext = async (): Promise<void> => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, work, endNext };
}

describe('Turns', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('lets an account wait for one work of another, however many of those wait', async () => {
    const { begun, work, endNext } = works();
    const turns = new Turns(1);
    for (let n = 1; n <= 300; n += 1) void turns.run('eve', work(`eve ${n}`));
    for (const account of ['ana', 'bea']) void turns.run(account, work(account));
    void turns.run('ana', work('ana again'));
    for (let n = 0; n < 6; n += 1) await endNext();
    expect(begun.slice(0, 7)).toEqual(['eve 1', 'eve 2', 'ana', 'bea', 'eve 3', 'ana again', 'eve 4']);
  });

  it('runs as many at once as it may, and goes on after one that failed', async () => {
    const { begun, work, endNext } = works();
    const turns = new Turns(2);
    const failing = turns.run('ana', () => Promise.reject(new Error('no')));
    for (const name of ['bea', 'cleo', 'dora']) void turns.run(name, work(name));
    await expect(failing).rejects.toThrow('no');
    expect(begun).toEqual(['bea', 'cleo']);
    await endNext();
    await endNext();
    expect(begun).toEqual(['bea', 'cleo', 'dora']);
    await endNext();
    void turns.run('eve', work('eve'));
    expect(begun).toEqual(['bea', 'cleo', 'dora', 'eve']);
  });

  it('refuses what waits too long and never runs it, and keeps the turns of the others', async () => {
    const { begun, work, endNext } = works();
    const turns = new Turns(1);
    void turns.run('eve', work('eve'));
    const late = ['eve too late', 'ana too late'].map((name) => turns.run(name.split(' ')[0]!, work(name)));
    jest.advanceTimersByTime(WAIT_MS - 1);
    for (const account of ['eve', 'bea']) void turns.run(account, work(`${account} in time`));
    const refused = Promise.allSettled(late);
    jest.advanceTimersByTime(1);
    expect(await refused).toMatchObject([
      // Her own log-in is what it waited for.
      { reason: { code: 'rate_limited', retryAfter: 2 } },
      { reason: { code: 'unavailable', retryAfter: 2 } },
    ]);
    for (let n = 0; n < 3; n += 1) await endNext();
    expect(begun).toEqual(['eve', 'eve in time', 'bea in time']);
    await turns.run('cleo', async () => undefined);
  });
});
