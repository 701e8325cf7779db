import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readPublicKeys } from '@inner-weather/platform/jwt-keys';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { LRUCache } from 'lru-cache';
import { GatewayConfig } from '../config.js';
import type { SignedIn } from './signed-in.js';

/** Verified tokens that are remembered, less than 1 KB each. Beyond it the one that was seen longest ago is dropped. */
const REMEMBERED_MAX = 10_000;

interface VerifiedToken extends SignedIn {
  /** The second, since the epoch, from which it is no longer valid. */
  exp: number;
}

/**
 * Verifies RS256 tokens of our auth service. Verifying a signature takes most of what the gateway does for a small
 * request, so a token is verified once and then remembered, by its hash, until it runs out. Whether its session was
 * revoked is no part of this: the guard asks the denylist at every request.
 */
@Injectable()
export class TokenVerifier {
  private readonly jwt: JwtService;
  private readonly verified = new LRUCache<string, VerifiedToken>({ max: REMEMBERED_MAX });

  constructor(config: GatewayConfig) {
    const keys = readPublicKeys(readFileSync(config.JWT_PUBLIC_KEYS_FILE, 'utf8'));
    this.jwt = new JwtService({
      secretOrKeyProvider: (_type, token) => {
        const key = typeof token === 'string' && keys.get(this.keyIdOf(token) ?? '');
        if (!key) throw new Error('no key of ours');
        return key;
      },
      verifyOptions: { algorithms: ['RS256'] },
    });
  }

  /** What a token says; undefined for one that has run out, and for text that is no token of ours. */
  verify(token: string): SignedIn | undefined {
    const id = createHash('sha256').update(token).digest('base64');
    const known = this.verified.get(id);
    if (!known) return this.verifyNew(id, token);
    if (known.exp > Date.now() / 1_000) return known;
    this.verified.delete(id);
    return undefined;
  }

  private verifyNew(id: string, token: string): SignedIn | undefined {
    const { user, sid, exp } = this.claimsOf(token);
    if (!user?.id || !sid || !exp) return undefined;
    const verified = { user, sid, exp };
    this.verified.set(id, verified);
    return verified;
  }

  private claimsOf(token: string): Partial<VerifiedToken> {
    try {
      return this.jwt.verify<VerifiedToken>(token);
    } catch {
      return {};
    }
  }

  private keyIdOf(token: string): string | undefined {
    return this.jwt.decode<{ header: { kid?: string } } | null>(token, { complete: true })?.header.kid;
  }
}
