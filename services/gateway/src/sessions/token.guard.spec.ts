import type { ExecutionContext } from '@nestjs/common';
import { jest } from '@jest/globals';
import type { ReadsLimit } from '../limits/reads-limit.js';
import type { Denylist } from './denylist.js';
import type { SignedIn } from './signed-in.js';
import { AnybodyGuard, TokenGuard } from './token.guard.js';

const ADA: SignedIn = {
  user: { id: '1', name: 'Ada', email: 'ada@example.org', location: 'Porto' },
  sid: 'open',
  exp: 2_000_000_000,
};
const context = {} as ExecutionContext;

/** Nobody may read more than once. */
const limit = () => {
  let reads = 0;
  return {
    count: () => {
      if (++reads > 1) throw new Error('too many');
    },
  } as unknown as ReadsLimit;
};

/** The session `ended` has ended; what the strategy found is asked about as in passport's callback. */
const guard = (isKnown: boolean, has: (id: string, end?: number) => boolean = (id) => id === 'ended') =>
  new TokenGuard({ isKnown, has } as unknown as Denylist, limit());

const ask = (one: TokenGuard, found: SignedIn | false) => () =>
  one.handleRequest(null, found, undefined, context);
const codeOf = (code: string) => expect.objectContaining({ code }) as unknown as Error;

describe('TokenGuard', () => {
  it('lets in a person with a valid token', () => {
    expect(ask(guard(true), ADA)()).toEqual(ADA);
  });

  it.each([true, false])('refuses a session that ended, the list being known or not: %s', (isKnown) => {
    expect(ask(guard(isKnown), { ...ADA, sid: 'ended' })).toThrow(codeOf('unauthenticated'));
  });

  it('refuses no token and an invalid one in the same way while the list is unknown', () => {
    for (const isKnown of [true, false])
      expect(ask(guard(isKnown), false)).toThrow(codeOf('unauthenticated'));
  });

  it('lets nobody in while the list of revoked sessions is unknown', () => {
    expect(ask(guard(false), ADA)).toThrow(codeOf('unavailable'));
  });

  it('asks about the session and the end of its token', () => {
    const has = jest.fn<(id: string, end?: number) => boolean>(() => true);
    expect(ask(guard(true, has), ADA)).toThrow(codeOf('unauthenticated'));
    expect(has).toHaveBeenCalledWith('open', ADA.exp);
  });

  it('counts what a person reads, and lets nobody in who has read too much', () => {
    const one = guard(true);
    expect(ask(one, ADA)()).toEqual(ADA);
    expect(ask(one, ADA)).toThrow('too many');
  });

  it('passes on an error of its own making', () => {
    const broken = () => guard(true).handleRequest(new Error('broken'), false, undefined, context);
    expect(broken).toThrow('broken');
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
  ])('lets everybody in, and says whose token it is if it is valid', (found, user) => {
    expect(new AnybodyGuard().handleRequest(null, found)).toEqual(user);
  });
});
