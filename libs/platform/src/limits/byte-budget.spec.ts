import { ByteBudget, type Hold } from './byte-budget.js';

/** Of tests in which a wish waits in vain; elsewhere none does, however slow the machine is. */
const WAIT_MS = 200;
const LONG_MS = 20_000;
const BUSY = { code: 'unavailable', retryAfter: 2 };
const TOO_MANY = { code: 'rate_limited', retryAfter: 2 };

describe('a budget of bytes', () => {
  const budget = ({ waitingMax = 5, waitMs = LONG_MS } = {}) =>
    new ByteBudget({ bytes: 10, waitingMax, waitMs });

  /** Notes the order in which wishes are granted. */
  const line = (of: ByteBudget) => {
    const granted: string[] = [];
    const holds = new Map<string, Hold>();
    const ask = (name: string, bytes: number, who = name) =>
      of.take(bytes, who).then((hold) => {
        granted.push(name);
        holds.set(name, hold);
      });
    const keep = (name: string, bytes: number) => holds.get(name)!.keep(bytes);
    return { granted, ask, keep, release: (name: string) => keep(name, 0) };
  };
  const turn = () => new Promise(setImmediate);

  it('is given out until it is used up, and again when it comes back', async () => {
    const { ask, granted, release } = line(budget());
    await Promise.all([ask('a', 6), ask('b', 4)]);
    const third = ask('c', 3);
    await turn();
    expect(granted).toEqual(['a', 'b']);
    release('b');
    await third;
    expect(granted).toEqual(['a', 'b', 'c']);
  });

  it('comes back in part where less is kept, and never grows', async () => {
    const { ask, granted, keep, release } = line(budget());
    await ask('a', 10);
    const others = [ask('b', 6), ask('c', 4)];
    keep('a', 3);
    await others[0];
    keep('a', 9);
    await turn();
    expect(granted).toEqual(['a', 'b']);
    release('a');
    await others[1];
  });

  it('serves requests in order, however small a later one is', async () => {
    const { ask, granted, release } = line(budget());
    await ask('a', 9);
    const waiting = [ask('large', 8), ask('small', 1)];
    await turn();
    expect(granted).toEqual(['a']);
    release('a');
    await Promise.all(waiting);
    expect(granted).toEqual(['a', 'large', 'small']);
  });

  it('serves who holds nothing before who holds something', async () => {
    const { ask, granted, release } = line(budget());
    await Promise.all([ask('a1', 5, 'ana'), ask('a2', 5, 'ana')]);
    const waiting = [ask('a3', 5, 'ana'), ask('a4', 5, 'ana'), ask('b', 5, 'bea')];
    release('a1');
    await waiting[2];
    expect(granted).toEqual(['a1', 'a2', 'b']);
    release('a2');
    await waiting[0];
    release('b');
    await waiting[1];
    expect(granted).toEqual(['a1', 'a2', 'b', 'a3', 'a4']);
  });

  it('refuses who has waited long enough, and goes on with the next', async () => {
    const { ask, granted } = line(budget({ waitMs: WAIT_MS }));
    await ask('a', 6);
    const late = ask('late', 8);
    const next = ask('next', 4);
    await expect(late).rejects.toMatchObject(BUSY);
    await next;
    expect(granted).toEqual(['a', 'next']);
  });

  it('refuses who may no longer wait, but not if there is room', async () => {
    const one = budget();
    await one.take(6, 'ana', 0);
    await expect(one.take(8, 'bea', 0)).rejects.toMatchObject(BUSY);
    await one.take(4, 'bea', 0);
  });

  it('refuses at once when too many wait', async () => {
    const { ask } = line(budget({ waitingMax: 1, waitMs: WAIT_MS }));
    await ask('a', 10);
    const refused: string[] = [];
    const refusal = async (name: string) => {
      await expect(ask(name, 10)).rejects.toMatchObject(BUSY);
      refused.push(name);
    };
    await Promise.all([refusal('b'), refusal('c')]);
    expect(refused).toEqual(['c', 'b']);
  });

  it('gives all there is to a wish for more, one at a time', async () => {
    const { ask, granted, release } = line(budget());
    await ask('a', 100);
    const second = ask('b', 1);
    await turn();
    expect(granted).toEqual(['a']);
    release('a');
    await second;
  });

  it('comes back once, however often it is given back, and also when the work fails', async () => {
    const one = budget({ waitMs: WAIT_MS });
    const { release } = await one.take(10, 'ana');
    release();
    release();
    await expect(one.during(10, 'ana', () => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
    await one.take(10, 'ana');
    await expect(one.take(1, 'bea')).rejects.toMatchObject(BUSY);
  });

  it('lets one person have so many under way and in line, and others past them', async () => {
    const of = new ByteBudget({
      bytes: 10,
      waitingMax: 5,
      waitMs: LONG_MS,
      underWayOfOne: 1,
      waitingOfOne: 2,
    });
    const { ask, granted, release } = line(of);
    await ask('a1', 5, 'ana');
    const waiting = [ask('a2', 5, 'ana'), ask('a3', 5, 'ana')];
    await expect(ask('a4', 5, 'ana')).rejects.toMatchObject(TOO_MANY);
    await ask('b1', 5, 'bea');
    expect(granted).toEqual(['a1', 'b1']);
    release('a1');
    await waiting[0];
    release('a2');
    await Promise.all(waiting);
    expect(granted).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('tells a person whose own requests fill it, and others that it is busy', async () => {
    const one = budget({ waitingMax: 2, waitMs: WAIT_MS });
    await one.take(10, 'ana');
    const own = one.take(10, 'ana');
    const other = one.take(10, 'bea');
    const further = [one.take(10, 'ana'), one.take(10, 'bea'), one.take(10, 'cleo')];
    const refusals = await Promise.allSettled([own, other, ...further]);
    expect(refusals).toMatchObject(
      // Two of Bea's: the second came while the first was waiting.
      [TOO_MANY, BUSY, TOO_MANY, TOO_MANY, BUSY].map((reason) => ({ status: 'rejected', reason })),
    );
  });
});
