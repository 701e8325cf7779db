import type { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { jest } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { JwtService } from '@nestjs/jwt';
import { GatewayConfig } from '../config.js';
import { Limits } from '../limits/limits.js';
import type { Denylist } from '../sessions/denylist.js';
import type { SessionCookie } from '../sessions/session-cookie.js';
import { TokenGuard } from '../sessions/token.guard.js';
import { PhotoReaderGuard } from './photo-reader.guard.js';
import { PhotosController } from './photos.controller.js';

const ADA = { id: '1', name: 'Ada', email: 'ada@example.org', location: 'Porto' };
const READS = 20;

describe('PhotoReaderGuard', () => {
  const exp = Math.floor(Date.now() / 1_000) + 600;
  const token = new JwtService().sign({ user: ADA, sid: 'open', exp }, { secret: 'any' });
  const call = jest.fn(() => Promise.resolve({ token, cookie: 'a cookie', user: ADA }));
  let limits: Limits;
  let guard: PhotoReaderGuard;

  beforeEach(() => {
    // No minute ends in the middle of a test.
    jest.useFakeTimers({ now: Date.now(), doNotFake: ['nextTick', 'setImmediate'] });
    call.mockClear();
    limits = new Limits(Object.assign(new GatewayConfig(), { READS_PER_MINUTE: READS }), new Reflector());
    const denylist = { isKnown: true, has: () => false } as unknown as Denylist;
    const cookies = { read: () => ['a cookie'], keep: () => undefined } as unknown as SessionCookie;
    const rpc = { call } as unknown as RpcClient;
    guard = new PhotoReaderGuard(new TokenGuard(denylist, limits), cookies, limits, rpc);
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  const contextOf = (handler: 'get' | 'list') => {
    const http = { getRequest: () => ({ headers: {}, method: 'GET' }), getResponse: () => ({}) };
    const getHandler = () => PhotosController.prototype[handler];
    return { switchToHttp: () => http, getHandler } as unknown as ExecutionContext;
  };
  const show = (count: number) =>
    Promise.all(Array.from({ length: count }, () => guard.canActivate(contextOf('get'))));

  it('asks auth once for pictures that arrive together, and again after a failure', async () => {
    call.mockRejectedValueOnce(new Error('auth is down'));
    await expect(show(100)).rejects.toThrow('auth is down');
    await show(100);
    expect(call).toHaveBeenCalledTimes(2);
    await show(1);
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('counts photos apart from other reads, since a printed book shows those of a year', async () => {
    await show(10 * READS);
    await expect(show(1)).rejects.toMatchObject({ code: 'rate_limited' });
    const read = () => limits.countRead(contextOf('list'), ADA.id);
    for (let n = 0; n < READS; n += 1) read();
    expect(read).toThrow('Too many requests');
  });
});
