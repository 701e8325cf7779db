import type { ExecutionContext } from '@nestjs/common';
import { jest } from '@jest/globals';
import type { Limits } from '../limits/limits.js';
import type { Denylist } from './denylist.js';
import type { SignedIn } from './signed-in.js';
import { AnybodyGuard, TokenGuard } from './token.guard.js';

const ADA: SignedIn = {
  user: { id: '1', name: 'Ada', email: 'ada@example.org', location: 'Porto' },
  sid: 'open',
  exp: 2_000_000_000,
};
const context = {} as ExecutionContext;

/** Allows a single read. */
const limit = () => {
  let reads = 0;
  return {
    countRead: () => {
      if (++reads > 1) throw new Error('too many');
    },
  } as unknown as Limits;
};

/** The session `ended` has ended; what the strategy found is asked about as in passport's callback. */
const guard = (isKnown: boolean, has: (id: string, end?: number) => boolean = (id) => id === 'ended') =>
  new TokenGuard({ isKnown, has } as unknown as Denylist, limit());

const ask = (guardToAsk: TokenGuard, result: SignedIn | false) => () =>
  guardToAsk.handleRequest(null, result, undefined, context);
const codeOf = (code: string) => expect.objectContaining({ code }) as unknown as Error;

describe('TokenGuard', () => {
  it.each([true, false])('refuses a session that ended, the list being known or not: %s', (isKnown) => {
    expect(ask(guard(isKnown), { ...ADA, sid: 'ended' })).toThrow(codeOf('unauthenticated'));
  });

  it('refuses no token and an invalid one in the same way while the list is unknown', () => {
    for (const isKnown of [true, false])
      expect(ask(guard(isKnown), false)).toThrow(codeOf('unauthenticated'));
  });

  it('refuses every token while the list of revoked sessions is unknown', () => {
    expect(ask(guard(false), ADA)).toThrow(codeOf('unavailable'));
  });

  it('asks about the session and the end of its token', () => {
    const has = jest.fn<(id: string, end?: number) => boolean>(() => true);
    expect(ask(guard(true, has), ADA)).toThrow(codeOf('unauthenticated'));
    expect(has).toHaveBeenCalledWith('open', ADA.exp);
  });

  it('counts the reads of a person, and refuses reads above the limit', () => {
    const guardToAsk = guard(true);
    expect(ask(guardToAsk, ADA)()).toEqual(ADA);
    expect(ask(guardToAsk, ADA)).toThrow('too many');
  });

  it('lets in a request that the AccessTokenGuard has let in', () => {
    const request = { user: { ...ADA, sid: '', accessTokenId: 'key-1' } };
    const http = { getRequest: () => request };
    const withAccessToken = { switchToHttp: () => http } as unknown as ExecutionContext;
    expect(guard(false).canActivate(withAccessToken)).toBe(true);
  });

  it('passes on an error of its own making', () => {
    const handleBroken = () => guard(true).handleRequest(new Error('broken'), false, undefined, context);
    expect(handleBroken).toThrow('broken');
  });
});

describe('AnybodyGuard', () => {
  it.each([
    [ADA, ADA],
    [
      { ...ADA, sid: 'ended' },
      { ...ADA, sid: 'ended' },
    ],
    [false as const, undefined],
  ])('accepts every request, and provides the claims of a valid token', (result, user) => {
    expect(new AnybodyGuard().handleRequest(null, result)).toEqual(user);
  });
});
