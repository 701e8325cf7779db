import { createHash } from 'node:crypto';
import { ProviderPageDto } from '@inner-weather/contracts/accounts/oidc.dto';
import { SessionDto } from '@inner-weather/contracts/accounts/sessions.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Controller, Req, Res, UseGuards } from '@nestjs/common';
import { ApiCookieAuth, ApiNoContentResponse, ApiOkResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Limits } from '../limits/limits.js';
import { Get, Post } from '../openapi/route.js';
import { KnownBrowsers } from './known-browsers.js';
import { SessionCookie } from './session-cookie.js';
import { CurrentSession, type SignedIn } from './signed-in.js';
import { AnybodyGuard, notSignedIn } from './token.guard.js';

@ApiTags('sessions')
@Controller()
export class SessionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly cookie: SessionCookie,
    private readonly limits: Limits,
    private readonly browsers: KnownBrowsers,
  ) {}

  @Get('session', {
    summary: 'Restore a session',
    description:
      'Returns a new token for the session of the cookie. Using a session moves its end, and sets the cookie again, once a day at most; except after a sign-in at a provider.',
    answer: SessionDto,
    problems: [400, 429],
  })
  @ApiCookieAuth()
  @ApiNoContentResponse({ description: 'There is no session: the cookie is missing, expired or revoked.' })
  async restore(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionDto | undefined> {
    for (const cookie of this.cookie.read(request)) {
      this.limits.count('restores', createHash('sha256').update(cookie).digest('base64'));
      const grant = await ofSession(this.rpc.call('auth.restore-session', { cookie }));
      if (!grant) continue;
      this.browsers.remember(grant);
      this.cookie.keep(request, reply, grant);
      return { token: grant.token, user: grant.user };
    }
    this.cookie.clear(request, reply);
    reply.status(204);
    return undefined;
  }

  @Post('logout', {
    summary: 'Log out',
    description:
      'Ends the sessions of the cookies and the session of the token. Their tokens become invalid immediately. If a provider has opened the session of the cookie, the answer is 200 with the page that ends the session there, too. The answer is 401 if an invalid token is sent without a cookie, because no session was ended.',
  })
  @UseGuards(AnybodyGuard)
  @ApiCookieAuth()
  @ApiSecurity('token')
  @ApiOkResponse({ type: ProviderPageDto })
  async logOut(
    @CurrentSession() signedIn: SignedIn | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProviderPageDto | undefined> {
    const cookies = this.cookie.read(request);
    if (cookies.length === 0 && !signedIn && request.headers['x-auth-token'] !== undefined)
      throw notSignedIn();
    let sessionId: string | null | undefined;
    // All of them, so that none is left which the next visit would restore.
    for (const cookie of cookies) {
      const ended = await ofSession(this.rpc.call('auth.log-out', { cookie }));
      sessionId ??= ended?.sessionId;
    }
    if (signedIn) await this.end(signedIn);
    this.cookie.clear(request, reply);
    const page = sessionId ? await this.leaveProvider(sessionId) : undefined;
    if (page) reply.status(200);
    return page;
  }

  /** Whatever the provider answers, the session here has ended. */
  private async leaveProvider(sessionId: string): Promise<ProviderPageDto | undefined> {
    try {
      const page = await this.rpc.call('auth.leave-provider', { sessionId });
      return page.url === null ? undefined : page;
    } catch {
      return undefined;
    }
  }

  /** Ends the session. A session that has already ended is no error. */
  private async end({ user, sid }: SignedIn): Promise<void> {
    try {
      await this.rpc.call('auth.end-session', { userId: user.id, sessionId: sid });
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'not_found')) throw error;
    }
  }
}

/** Awaits auth's answer about a cookie's session; undefined for a cookie without a session. */
async function ofSession<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    const code = error instanceof DomainError ? error.code : undefined;
    if (code === 'unauthenticated' || code === 'validation_failed') return undefined;
    throw error;
  }
}
