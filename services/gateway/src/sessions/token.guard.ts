import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Limits } from '../limits/limits.js';
import { Denylist } from './denylist.js';
import type { SignedIn } from './signed-in.js';
import { TOKEN_STRATEGY } from './token.strategy.js';

export const notSignedIn = () => new DomainError('unauthenticated', problem(ACCOUNT_PROBLEMS.session_ended));

const cannotTell = () => new DomainError('unavailable', problem(ACCOUNT_PROBLEMS.session_unknown), 2);

/** The result of the strategy; false without a valid token. */
type StrategyResult = SignedIn | false | null;

/**
 * Accepts requests with a valid token whose session was not revoked, within the limit of reads. Throws `unavailable` while
 * the list of revoked sessions is unknown.
 */
@Injectable()
export class TokenGuard extends AuthGuard(TOKEN_STRATEGY) {
  constructor(
    private readonly denylist: Denylist,
    private readonly limits: Limits,
  ) {
    super();
  }

  /** The AccessTokenGuard has run before, and has let a request with an access token in. */
  override canActivate(context: ExecutionContext): ReturnType<CanActivate['canActivate']> {
    const { user } = context.switchToHttp().getRequest<{ user?: SignedIn }>();
    return user?.accessTokenId !== undefined || super.canActivate(context);
  }

  override handleRequest<User = SignedIn>(
    error: Error | null,
    result: StrategyResult,
    _info: unknown,
    context: ExecutionContext,
  ): User {
    if (error) throw error;
    // Checks remembered tokens, too, because their session may have ended in the meantime.
    if (!result || this.denylist.has(result.sid, result.exp)) throw notSignedIn();
    if (!this.denylist.isKnown) throw cannotTell();
    this.limits.countRead(context, result.user.id);
    return result as User;
  }
}

/** Accepts requests without a token, too. A token that is sent must be good, as the TokenGuard says. */
@Injectable()
export class OpenGuard extends TokenGuard {
  override canActivate(context: ExecutionContext): ReturnType<TokenGuard['canActivate']> {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    return headers['x-auth-token'] === undefined ? true : super.canActivate(context);
  }
}

/** Accepts every request, and provides the claims of a valid token, even of a revoked session. */
@Injectable()
export class AnybodyGuard extends AuthGuard(TOKEN_STRATEGY) {
  override handleRequest<User = SignedIn | undefined>(error: Error | null, result: StrategyResult): User {
    if (error) throw error;
    return (result === false ? undefined : (result ?? undefined)) as User;
  }
}
