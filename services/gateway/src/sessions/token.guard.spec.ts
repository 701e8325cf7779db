import type { ExecutionContext } from '@nestjs/common';
import type { ReadsLimit } from '../limits/reads-limit.js';
import type { Denylist } from './denylist.js';
import type { SignedIn } from './signed-in.js';
import { AnybodyGuard, TokenGuard } from './token.guard.js';
import type { TokenVerifier } from './token-verifier.js';

const signedIn = (sid: string): SignedIn => ({
  user: { id: '1', name: 'Ada', email: 'ada@example.org', location: 'Porto' },
  sid,
});
const ADA = signedIn('open');

/** `bad` is no token of ours; any other says of which session it is. */
const tokens = {
  verify: (token: string) => (token === 'bad' ? undefined : signedIn(token)),
} as unknown as TokenVerifier;

/** Nobody may read more than once. */
const limit = () => {
  let reads = 0;
  return {
    count: () => {
      if (++reads > 1) throw new Error('too many');
    },
  } as unknown as ReadsLimit;
};

const guard = (isKnown: boolean) =>
  new TokenGuard(tokens, { isKnown, has: (id: string) => id === 'ended' } as unknown as Denylist, limit());

/** A request with this token, as a guard is asked about it, and whom the guard leaves in it. */
function asking(token: string | undefined) {
  const request: { headers: object; user?: SignedIn } = { headers: token ? { 'x-auth-token': token } : {} };
  const context = { switchToHttp: () => ({ getRequest: () => request }) } as unknown as ExecutionContext;
  return { context, request };
}

/** The error that is thrown; undefined if there is none. */
function refusalOf(one: TokenGuard, token: string | undefined): unknown {
  try {
    one.canActivate(asking(token).context);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('TokenGuard', () => {
  it('lets in a person with a valid token', () => {
    const { context, request } = asking('open');
    expect(guard(true).canActivate(context)).toBe(true);
    expect(request.user).toEqual(ADA);
  });

  it.each([true, false])('refuses a session that ended, the list being known or not: %s', (isKnown) => {
    expect(refusalOf(guard(isKnown), 'ended')).toMatchObject({ code: 'unauthenticated' });
  });

  it('refuses no token and an invalid one in the same way while the list is unknown', () => {
    for (const isKnown of [true, false])
      for (const token of ['bad', undefined])
        expect(refusalOf(guard(isKnown), token)).toMatchObject({ code: 'unauthenticated' });
  });

  it('lets nobody in while the list of revoked sessions is unknown', () => {
    expect(refusalOf(guard(false), 'open')).toMatchObject({ code: 'unavailable', retryAfter: 2 });
  });

  it('counts what a person reads, and lets nobody in who has read too much', () => {
    const one = guard(true);
    expect(refusalOf(one, 'open')).toBeUndefined();
    expect(refusalOf(one, 'open')).toMatchObject({ message: 'too many' });
  });
});

describe('AnybodyGuard', () => {
  it.each([
    ['open', ADA],
    ['ended', signedIn('ended')],
    ['bad', undefined],
    [undefined, undefined],
  ])('lets everybody in, and says whose token it is if it is valid: %s', (token, user) => {
    const { context, request } = asking(token);
    expect(new AnybodyGuard(tokens).canActivate(context)).toBe(true);
    expect(request.user).toEqual(user);
  });
});
