import { EventEmitter } from 'node:events';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { LIMITS } from '@inner-weather/domain/limits';
import type { RevokedSession } from '@inner-weather/contracts/rpc/auth';
import { HealthRegistry } from '@inner-weather/platform/health';
import type { Broker } from '@inner-weather/platform/messaging/broker';
import type { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { eventually } from '@inner-weather/testing/eventually';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';

/** The pause before the next attempt. */
const pause = jest.fn((_ms: number): Promise<void> => Promise.resolve());

jest.unstable_mockModule('node:timers/promises', () => ({ setTimeout: pause }));

const { Denylist, REVOKED_MAX } = await import('./denylist.js');

/** The end of a token that is fresh. */
const LATER = Number.MAX_SAFE_INTEGER;

const nowS = () => Math.floor(Date.now() / 1_000);

function denylist(
  list: () => Promise<RevokedSession[]> = () => Promise.resolve([]),
  readyForCalls: () => Promise<void> = () => Promise.resolve(),
) {
  const consuming = new EventEmitter();
  const call = jest.fn((_method: string, _request: object) => list());
  const health = new HealthRegistry();
  const broker = { consuming, readyForCalls } as unknown as Broker;
  const instance = new Denylist(broker, { call } as unknown as RpcClient, health);
  const disconnect = () => consuming.emit('down');
  return { instance, call, health, disconnect, reconnect: () => consuming.emit('up') };
}

describe('Denylist', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  afterEach(() => {
    jest.useRealTimers();
    pause.mockReset();
    pause.mockImplementation(() => Promise.resolve());
  });

  it('lists the sessions of its events, and no others, until none of their tokens could be valid any more', () => {
    jest.useFakeTimers();
    const { instance } = denylist();
    const known = () => ['short', 'long', 'other', 'open'].filter((id) => instance.has(id, LATER));
    instance.add('short', nowS() + 60);
    instance.add('long', nowS() + 3_600);
    expect(known()).toEqual(['short', 'long']);
    jest.advanceTimersByTime(61_000);
    instance.add('other', nowS() + 60);
    expect(known()).toEqual(['long', 'other']);
  });

  it('fetches whole after every connect, and keeps what it knew', async () => {
    const lists = [[{ sessionId: 'a', until: nowS() + 60 }], [{ sessionId: 'b', until: nowS() + 60 }]];
    const { instance, health, reconnect } = denylist(() => Promise.resolve(lists.shift() ?? []));
    expect(await health.run()).toEqual({ revocations: false });
    reconnect();
    await eventually(() => expect(instance.has('a', LATER)).toBe(true));
    await eventually(async () => expect(await health.run()).toEqual({ revocations: true }));
    reconnect();
    await eventually(() => expect(instance.has('b', LATER)).toBe(true));
    expect(instance.has('a', LATER)).toBe(true);
  });

  it('is read page by page, in the order in which the sessions ended', async () => {
    const all = Array.from({ length: LIMITS.revokedSessionsPage + 1 }, (_, n) => ({
      sessionId: `session ${n}`,
      until: nowS() + 60,
    }));
    const pages = [all.slice(0, LIMITS.revokedSessionsPage), all.slice(LIMITS.revokedSessionsPage)];
    const { instance, call, reconnect } = denylist(() => Promise.resolve(pages.shift() ?? []));
    reconnect();
    await eventually(() => expect(instance.isKnown).toBe(true));
    expect(call.mock.calls.map(([, request]) => request)).toEqual([
      { after: undefined },
      { after: `session ${LIMITS.revokedSessionsPage - 1}` },
    ]);
    for (const { sessionId } of all) expect(instance.has(sessionId, LATER)).toBe(true);
  });

  it('looks at one other session for each addition, however many there are', () => {
    const { instance } = denylist();
    const { revokedSessions } = instance as unknown as { revokedSessions: Map<string, number> };
    let visits = 0;
    const counted = <T>(walk: () => Iterator<T>) =>
      function* () {
        const steps = walk.call(revokedSessions);
        for (let step = steps.next(); !step.done; step = steps.next()) {
          visits += 1;
          yield step.value;
        }
      };
    Object.assign(revokedSessions, {
      [Symbol.iterator]: counted(revokedSessions[Symbol.iterator]),
      entries: counted(revokedSessions.entries),
      keys: counted(revokedSessions.keys),
      values: counted(revokedSessions.values),
      forEach: undefined,
    });
    const additions = 1_000;
    for (let n = 0; n < additions; n += 1) instance.add(`session ${n}`, nowS() + 3_600);
    expect(visits).toBe(additions);
  });

  it('is bounded: it drops the oldest session, and refuses every token as old as its tokens', () => {
    const { instance } = denylist();
    const [first, start] = [nowS() + 1_000, nowS() + 2_000];
    instance.add('first', first);
    for (let n = 1; n < REVOKED_MAX; n += 1) instance.add(`session ${n}`, start);
    expect([instance.has('first', first), instance.has('open', first)]).toEqual([true, false]);
    instance.add('one more', start);
    // Tokens of the dropped session are refused.
    expect([instance.has('first', first), instance.has('open', first - 10)]).toEqual([true, true]);
    expect([instance.has('open', first + 1), instance.has('one more', start)]).toEqual([false, true]);
  });

  it('asks as soon as calls can be made, and not before', async () => {
    let connect = (): void => undefined;
    const connection = new Promise<void>((resolve) => (connect = resolve));
    const { instance, call, reconnect } = denylist(undefined, () => connection);
    reconnect();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(call).not.toHaveBeenCalled();
    connect();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(call).toHaveBeenCalledTimes(1);
    expect(instance.isKnown).toBe(true);
  });

  it('is known from the answer on, until the subscription is lost', async () => {
    const { instance, health, reconnect, disconnect } = denylist();
    expect(instance.isKnown).toBe(false);
    reconnect();
    await eventually(() => expect(instance.isKnown).toBe(true));
    disconnect();
    expect(instance.isKnown).toBe(false);
    // While everything starts, ready means that a token can be checked; later, that pages are served.
    expect(await health.run()).toEqual({ revocations: false });
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    expect(await health.run()).toEqual({ revocations: true });
    now.mockRestore();
    reconnect();
    expect(instance.isKnown).toBe(false);
    await eventually(() => expect(instance.isKnown).toBe(true));
  });

  it('fetches again for a new subscription, though the last request is still unanswered', async () => {
    const answers: ((list: RevokedSession[]) => void)[] = [];
    const { instance, call, reconnect, disconnect } = denylist(
      () => new Promise((resolve) => answers.push(resolve)),
    );
    reconnect();
    await eventually(() => expect(call).toHaveBeenCalledTimes(1));
    disconnect();
    reconnect();
    await eventually(() => expect(call).toHaveBeenCalledTimes(2));
    answers[0]!([{ sessionId: 'before', until: nowS() + 60 }]);
    await eventually(() => expect(instance.has('before', LATER)).toBe(true));
    expect(instance.isKnown).toBe(false);
    answers[1]!([{ sessionId: 'meanwhile', until: nowS() + 60 }]);
    await eventually(() => expect(instance.isKnown).toBe(true));
    expect(instance.has('meanwhile', LATER)).toBe(true);
  });

  it('asks until it is answered', async () => {
    let failures = 2;
    const { instance, call, reconnect } = denylist(() =>
      failures-- > 0
        ? Promise.reject(new DomainError('unavailable', 'not there'))
        : Promise.resolve([{ sessionId: 'a', until: nowS() + 60 }]),
    );
    reconnect();
    await eventually(() => expect(instance.has('a', LATER)).toBe(true));
    expect(call).toHaveBeenCalledTimes(3);
    expect(pause.mock.calls.map(([ms]) => ms)).toEqual([500, 500]);
  });

  it('asks no more once the process stops', async () => {
    let goOn = (): void => undefined;
    pause.mockImplementation(() => new Promise((resolve) => (goOn = resolve)));
    const { instance, call, reconnect } = denylist(() => Promise.reject(new Error('not there')));
    reconnect();
    await eventually(() => expect(pause).toHaveBeenCalledTimes(1));
    instance.onApplicationShutdown();
    goOn();
    await new Promise((resolve) => setImmediate(resolve));
    expect(call).toHaveBeenCalledTimes(1);
  });
});
