import { DomainError } from '@inner-weather/contracts/errors';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ReadsLimit } from '../limits/reads-limit.js';
import { Denylist } from './denylist.js';
import type { SignedIn } from './signed-in.js';
import { TokenVerifier } from './token-verifier.js';

export const notSignedIn = () =>
  new DomainError('unauthenticated', 'Your session has ended. Please log in again.');

const cannotTell = () =>
  new DomainError(
    'unavailable',
    'The journal cannot tell right now whether you are still signed in. Please try again in a moment.',
    2,
  );

type Request = FastifyRequest & { user?: SignedIn };

/**
 * Lets in a request with a valid token whose session was not revoked, while its person has not read too often. While it is
 * unknown whether the session was revoked: `unavailable`.
 */
@Injectable()
export class TokenGuard implements CanActivate {
  constructor(
    private readonly tokens: TokenVerifier,
    private readonly denylist: Denylist,
    private readonly reads: ReadsLimit,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const signedIn = signedInBy(request, this.tokens);
    // A token that was good a moment ago is asked about too: its session may have ended since.
    if (!signedIn || this.denylist.has(signedIn.sid)) throw notSignedIn();
    if (!this.denylist.isKnown) throw cannotTell();
    request.user = signedIn;
    this.reads.count(context, signedIn.user.id);
    return true;
  }
}

/** Lets every request in, and says whose token it is if it is valid, whether or not its session was revoked. */
@Injectable()
export class AnybodyGuard implements CanActivate {
  constructor(private readonly tokens: TokenVerifier) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    request.user = signedInBy(request, this.tokens);
    return true;
  }
}

/** Whose token is in the header x-auth-token, which is the only place for one. */
function signedInBy({ headers }: FastifyRequest, tokens: TokenVerifier): SignedIn | undefined {
  const token = headers['x-auth-token'];
  return typeof token === 'string' ? tokens.verify(token) : undefined;
}
