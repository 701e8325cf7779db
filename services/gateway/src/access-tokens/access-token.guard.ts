import {
  ACCESS_TOKEN_PATTERN,
  type AccessTokenScope,
} from '@inner-weather/contracts/accounts/access-tokens.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { AccessTokenGrant } from '@inner-weather/contracts/rpc/access-tokens';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Limits } from '../limits/limits.js';
import { accessTokenOf, KnownBrowsers } from '../sessions/known-browsers.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { ApiSecurity } from '@nestjs/swagger';

/** The metadata of a route that accepts access tokens: the scopes that the token needs, all of them. */
const NEEDED_SCOPES = Symbol('NEEDED_SCOPES');

/**
 * Lets access tokens with these scopes use the route. Routes without it refuse every access token. An answer that has an
 * existing entry needs `entries:read` as well.
 */
export function NeedsScope(...scopes: AccessTokenScope[]): MethodDecorator {
  return applyDecorators(SetMetadata(NEEDED_SCOPES, scopes), ApiSecurity('accessToken', scopes));
}

/**
 * Runs before every route. Refuses an access token wherever the route does not name a scope, also where no session is
 * needed, so a new route never accepts one by accident. Auth is asked about the token at every request: a revoked one stops
 * working at once. A request without an access token is left to the route's own guard.
 */
@Injectable()
export class AccessTokenGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly rpc: RpcClient,
    private readonly browsers: KnownBrowsers,
    private readonly limits: Limits,
  ) {}

  /** Throws `forbidden`, `unauthenticated`, `rate_limited`. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest & { user?: SignedIn }>();
    const token = accessTokenOf(request);
    if (token === undefined) return true;
    const needed = this.reflector.get<AccessTokenScope[] | undefined>(NEEDED_SCOPES, context.getHandler());
    if (!needed) throw new DomainError('forbidden', problem(ACCOUNT_PROBLEMS.access_token_not_here));
    const { user, accessTokenId, scopes } = await this.grantOf(token, request);
    request.user = { user, accessTokenId, sid: '', exp: Infinity };
    this.limits.countRead(context, user.id);
    if (needed.every((scope) => scopes.includes(scope))) return true;
    const params = { scopes: needed.join(', ') };
    throw new DomainError('forbidden', problem(ACCOUNT_PROBLEMS.access_token_scope, params));
  }

  private async grantOf(token: string, request: FastifyRequest): Promise<AccessTokenGrant> {
    const isKnown = this.browsers.accountOf(request) !== undefined;
    if (!isKnown) this.limits.assertFewGuesses(request.ip);
    try {
      if (!ACCESS_TOKEN_PATTERN.test(token)) throw notValid();
      const grant = await this.rpc.call('auth.get-access-token-grant', { token });
      this.browsers.rememberScript(token, grant.user.id);
      return grant;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'unauthenticated') {
        this.browsers.forgetScript(token);
        this.limits.countGuess(request.ip);
      }
      throw error;
    }
  }
}

const notValid = () => new DomainError('unauthenticated', problem(ACCOUNT_PROBLEMS.access_token_invalid));
