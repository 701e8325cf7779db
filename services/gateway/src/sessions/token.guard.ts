import { DomainError } from '@inner-weather/contracts/errors';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { ReadsLimit } from '../limits/reads-limit.js';
import { Denylist } from './denylist.js';
import type { SignedIn } from './signed-in.js';
import { TOKEN_STRATEGY } from './token.strategy.js';

export const notSignedIn = () =>
  new DomainError('unauthenticated', 'Your session has ended. Please log in again.');

const cannotTell = () =>
  new DomainError(
    'unavailable',
    'The journal cannot tell right now whether you are still signed in. Please try again in a moment.',
    2,
  );

/** What the strategy found: false without a valid token. */
type Found = SignedIn | false | null;

/**
 * Lets in a request with a valid token whose session was not revoked, while its person has not read too often. While it is
 * unknown whether the session was revoked: `unavailable`.
 */
@Injectable()
export class TokenGuard extends AuthGuard(TOKEN_STRATEGY) {
  constructor(
    private readonly denylist: Denylist,
    private readonly reads: ReadsLimit,
  ) {
    super();
  }

  override handleRequest<User = SignedIn>(
    error: Error | null,
    found: Found,
    _info: unknown,
    context: ExecutionContext,
  ): User {
    if (error) throw error;
    // A token that was good a moment ago is asked about too: its session may have ended since.
    if (!found || this.denylist.has(found.sid, found.exp)) throw notSignedIn();
    if (!this.denylist.isKnown) throw cannotTell();
    this.reads.count(context, found.user.id);
    return found as User;
  }
}

/** Lets every request in, and says whose token it is if it is valid, whether or not its session was revoked. */
@Injectable()
export class AnybodyGuard extends AuthGuard(TOKEN_STRATEGY) {
  override handleRequest<User = SignedIn | undefined>(error: Error | null, found: Found): User {
    if (error) throw error;
    return (found === false ? undefined : (found ?? undefined)) as User;
  }
}
