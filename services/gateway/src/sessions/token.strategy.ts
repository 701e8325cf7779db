import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SessionUserDto } from '@inner-weather/contracts/accounts/sessions.dto';
import { readPublicKeys } from '@inner-weather/platform/jwt-keys';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { GatewayConfig } from '../config.js';
import type { SignedIn } from './signed-in.js';

/** The name under which guards ask for this strategy. */
export const TOKEN_STRATEGY = 'token';

/** The most verified tokens that are remembered, less than 1 KB each. The least recently used one is dropped first. */
const REMEMBERED_MAX = 10_000;

type Headers = Pick<FastifyRequest, 'headers'>;

/** The header x-auth-token is the only place for a token. */
const tokenOf = ExtractJwt.fromHeader('x-auth-token') as unknown as (request: Headers) => string | null;

/**
 * Verifies RS256 tokens of our auth service. Verifying a signature is most of the gateway's work for a small request, so a
 * verified token is remembered, by its hash, until it expires. The guard checks separately, at every request, whether the
 * session was revoked.
 */
@Injectable()
export class TokenStrategy extends PassportStrategy(Strategy, TOKEN_STRATEGY) {
  private readonly verifiedTokens = new LRUCache<string, SignedIn>({ max: REMEMBERED_MAX });

  constructor(config: GatewayConfig) {
    const keys = readPublicKeys(readFileSync(config.JWT_PUBLIC_KEYS_FILE, 'utf8'));
    const decoder = new JwtService();
    super({
      jwtFromRequest: tokenOf,
      algorithms: ['RS256'],
      passReqToCallback: true,
      secretOrKeyProvider: (_request, token: unknown, done) => {
        const key = typeof token === 'string' ? keys.get(keyIdOf(decoder, token) ?? '') : undefined;
        // The types know PEM only. The library takes a KeyObject too, which need not be parsed again.
        done(key ? null : new Error('no key of ours'), key as unknown as Buffer);
      },
    });
  }

  /** Called by passport. A token that is remembered needs no verification. */
  override authenticate(request: Parameters<Strategy['authenticate']>[0], options?: unknown): void {
    const signedIn = this.recall(request);
    if (signedIn) this.success(signedIn);
    else super.authenticate(request, options);
  }

  /** The claims of the request's token, if it was verified before and has not expired. */
  recall(request: Headers): SignedIn | undefined {
    const token = tokenOf(request);
    const signedIn = token ? this.verifiedTokens.get(hashOf(token)) : undefined;
    return signedIn && signedIn.exp > Date.now() / 1_000 ? signedIn : undefined;
  }

  /** Called by passport with the claims of a token whose signature and time are right. */
  validate(request: Headers, { user, sid, exp }: Partial<SignedIn>): SignedIn | false {
    const token = tokenOf(request);
    if (!token || !isUser(user) || !sid || !exp) return false;
    const signedIn = { user, sid, exp };
    this.verifiedTokens.set(hashOf(token), signedIn);
    return signedIn;
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64');

const isUser = (user: Partial<SessionUserDto> | undefined): user is SessionUserDto => Boolean(user?.id);

/** Undefined for text that is not a token. The library throws for some of it. */
function keyIdOf(decoder: JwtService, token: string): string | undefined {
  try {
    return decoder.decode<{ header: { kid?: string } } | null>(token, { complete: true })?.header.kid;
  } catch {
    return undefined;
  }
}
