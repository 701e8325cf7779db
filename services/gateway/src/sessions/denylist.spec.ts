import { EventEmitter } from 'node:events';
import { DomainError } from '@inner-weather/contracts/errors';
import type { RevokedSession } from '@inner-weather/contracts/rpc/auth';
import { HealthRegistry } from '@inner-weather/platform/health';
import type { Broker } from '@inner-weather/platform/messaging/broker';
import type { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { eventually } from '@inner-weather/testing/eventually';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Denylist } from './denylist.js';

const nowS = () => Math.floor(Date.now() / 1_000);

function denylist(
  list: () => Promise<RevokedSession[]> = () => Promise.resolve([]),
  readyForCalls: () => Promise<void> = () => Promise.resolve(),
) {
  const consuming = new EventEmitter();
  const call = jest.fn(list);
  const health = new HealthRegistry();
  const broker = { consuming, readyForCalls } as unknown as Broker;
  const made = new Denylist(broker, { call } as unknown as RpcClient, health);
  const disconnect = () => consuming.emit('down');
  return { made, call, health, disconnect, reconnect: () => consuming.emit('up') };
}

describe('Denylist', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('lists the sessions of its events, and no others', () => {
    const { made } = denylist();
    made.add('ended', nowS() + 60);
    expect([made.has('ended'), made.has('open')]).toEqual([true, false]);
  });

  it('forgets a session once none of its tokens could be valid any more', () => {
    jest.useFakeTimers();
    const { made } = denylist();
    made.add('short', nowS() + 60);
    made.add('long', nowS() + 3_600);
    jest.advanceTimersByTime(61_000);
    made.add('other', nowS() + 60);
    expect([made.has('short'), made.has('long'), made.has('other')]).toEqual([false, true, true]);
  });

  it('fetches whole after every connect, and keeps what it knew', async () => {
    const lists = [[{ sessionId: 'a', until: nowS() + 60 }], [{ sessionId: 'b', until: nowS() + 60 }]];
    const { made, health, reconnect } = denylist(() => Promise.resolve(lists.shift() ?? []));
    expect(await health.run()).toEqual({ revocations: false });
    reconnect();
    await eventually(() => expect(made.has('a')).toBe(true));
    expect(await health.run()).toEqual({ revocations: true });
    reconnect();
    await eventually(() => expect(made.has('b')).toBe(true));
    expect(made.has('a')).toBe(true);
  });

  it('asks as soon as calls can be made, and not before', async () => {
    let connected = (): void => undefined;
    const connecting = new Promise<void>((resolve) => (connected = resolve));
    const { made, call, reconnect } = denylist(undefined, () => connecting);
    reconnect();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(call).not.toHaveBeenCalled();
    connected();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(call).toHaveBeenCalledTimes(1);
    expect(made.isKnown).toBe(true);
  });

  it('is known from the answer on, until the subscription is lost', async () => {
    const { made, health, reconnect, disconnect } = denylist();
    expect(made.isKnown).toBe(false);
    reconnect();
    await eventually(() => expect(made.isKnown).toBe(true));
    disconnect();
    expect(made.isKnown).toBe(false);
    // While everything starts, ready means that a token can be checked; later, that pages are served.
    expect(await health.run()).toEqual({ revocations: false });
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    expect(await health.run()).toEqual({ revocations: true });
    now.mockRestore();
    reconnect();
    expect(made.isKnown).toBe(false);
    await eventually(() => expect(made.isKnown).toBe(true));
  });

  it('fetches again for a new subscription, though the last request is still unanswered', async () => {
    const answers: ((list: RevokedSession[]) => void)[] = [];
    const { made, call, reconnect, disconnect } = denylist(
      () => new Promise((resolve) => answers.push(resolve)),
    );
    reconnect();
    await eventually(() => expect(call).toHaveBeenCalledTimes(1));
    disconnect();
    reconnect();
    await eventually(() => expect(call).toHaveBeenCalledTimes(2));
    answers[0]!([{ sessionId: 'before', until: nowS() + 60 }]);
    await eventually(() => expect(made.has('before')).toBe(true));
    expect(made.isKnown).toBe(false);
    answers[1]!([{ sessionId: 'meanwhile', until: nowS() + 60 }]);
    await eventually(() => expect(made.isKnown).toBe(true));
    expect(made.has('meanwhile')).toBe(true);
  });

  it('asks until it is answered', async () => {
    let failures = 2;
    const { made, call, reconnect } = denylist(() =>
      failures-- > 0
        ? Promise.reject(new DomainError('unavailable', 'not there'))
        : Promise.resolve([{ sessionId: 'a', until: nowS() + 60 }]),
    );
    reconnect();
    await eventually(() => expect(made.has('a')).toBe(true));
    expect(call).toHaveBeenCalledTimes(3);
  });

  it('asks no more once the process stops', async () => {
    const { made, call, reconnect } = denylist(() => Promise.reject(new Error('not there')));
    reconnect();
    await eventually(() => expect(call).toHaveBeenCalledTimes(1));
    made.onApplicationShutdown();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(call).toHaveBeenCalledTimes(1);
  });
});
