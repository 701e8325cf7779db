import { createHash } from 'node:crypto';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Limits } from '../limits/limits.js';
import { SessionCookie } from '../sessions/session-cookie.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { notSignedIn, TokenGuard } from '../sessions/token.guard.js';

/** Sessions of cookies, for a minute each: a page with many photos asks auth once. */
const CACHE = { max: 1_000, ttl: 60_000 };

/**
 * Accepts what the TokenGuard accepts and, from a browser without a token, the session's cookie: the page shows photos by
 * `<img>`, which sends no header of ours. It guards GET /photos/{id} only, which changes nothing.
 */
@Injectable()
export class PhotoReaderGuard implements CanActivate {
  private readonly sessions = new LRUCache<string, SignedIn>(CACHE);
  /** Restores that auth has not answered yet, by the same key: a page's photos are requested together. */
  private readonly restores = new Map<string, Promise<SessionGrant | undefined>>();
  private readonly decoder = new JwtService();

  constructor(
    private readonly tokens: TokenGuard,
    private readonly cookies: SessionCookie,
    private readonly limits: Limits,
    private readonly rpc: RpcClient,
  ) {}

  /** Throws `unauthenticated`, `rate_limited`, `unavailable`. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest & { user?: SignedIn }>();
    if (request.user || request.headers['x-auth-token'] !== undefined)
      return this.tokens.canActivate(context) as Promise<boolean>;
    const signedIn = await this.ofCookie(request, http.getResponse<FastifyReply>());
    if (!signedIn) throw notSignedIn();
    // As for a token: whether the session was revoked, and how much was read.
    request.user = this.tokens.handleRequest(null, signedIn, undefined, context);
    return true;
  }

  private async ofCookie(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | undefined> {
    for (const cookie of this.cookies.read(request)) {
      const key = createHash('sha256').update(cookie).digest('base64');
      const known = this.sessions.get(key);
      if (known && known.exp > Date.now() / 1_000) return known;
      const grant = await (this.restores.get(key) ?? this.startRestore(key, cookie));
      if (!grant) continue;
      this.cookies.keep(request, reply, grant);
      const { user, sid, exp } = this.decoder.decode<SignedIn>(grant.token);
      this.sessions.set(key, { user, sid, exp });
      return { user, sid, exp };
    }
    return undefined;
  }

  private startRestore(key: string, cookie: string): Promise<SessionGrant | undefined> {
    this.limits.count('restores', key);
    const restore = this.rpc
      .call('auth.restore-session', { cookie })
      .catch(unlessEnded)
      .finally(() => this.restores.delete(key));
    this.restores.set(key, restore);
    return restore;
  }
}

function unlessEnded(error: unknown): undefined {
  const code = error instanceof DomainError ? error.code : undefined;
  if (code !== 'unauthenticated' && code !== 'validation_failed') throw error;
}
