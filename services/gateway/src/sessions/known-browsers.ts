import { createHash } from 'node:crypto';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { valuesOf } from './strict-cookie.js';
import { TokenStrategy } from './token.strategy.js';

/**
 * The access token of a request, if it sends one; it may be misformed. `Authorization` is the only place for it. Other
 * contents of that header are ignored: a proxy may ask for a password of its own there.
 */
export function accessTokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +(iw_\S*) *$/i.exec(headers.authorization ?? '')?.[1];
}

/** The most cookies that are remembered, about 200 bytes each. The least recently used one is dropped first. */
const REMEMBERED_MAX = 20_000;

/** Session and device cookies, under each of their names. */
const OUR_COOKIES = /^(token|device|(__Host-|__Secure-)?inner-weather(-device)?(-\d+)?)$/;
/** The most cookies of one request that are looked up. */
const TRIED_MAX = 20;

/**
 * Remembers the accounts of known browsers and scripts, by hashes of the cookies and access tokens that auth has issued or
 * accepted. So a request can be counted for its account before its body is read, and strangers with the same address
 * cannot lock its user out.
 */
@Injectable()
export class KnownBrowsers {
  /** Maps the hash of a cookie or an access token to the id of its account. */
  private readonly accounts = new LRUCache<string, string>({ max: REMEMBERED_MAX });

  constructor(private readonly tokens: TokenStrategy) {}

  remember({ cookie, device, user }: SessionGrant): void {
    for (const value of [cookie, device]) if (value) this.accounts.set(hashOf(value), user.id);
  }

  rememberScript(accessToken: string, userId: string): void {
    this.accounts.set(hashOf(accessToken), userId);
  }

  /** Call it when the token no longer works. */
  forgetScript(accessToken: string): void {
    this.accounts.delete(hashOf(accessToken));
  }

  /** The id of the account; undefined for an unknown browser or script. */
  accountOf(request: Pick<FastifyRequest, 'headers'>): string | undefined {
    const accessToken = accessTokenOf(request);
    if (accessToken !== undefined) return this.accounts.get(hashOf(accessToken));
    const signedIn = this.tokens.recall(request);
    if (signedIn) return signedIn.user.id;
    for (const value of valuesOf(request, OUR_COOKIES).slice(0, TRIED_MAX)) {
      const account = this.accounts.get(hashOf(value));
      if (account) return account;
    }
    return undefined;
  }
}

const hashOf = (value: string): string => createHash('sha256').update(value).digest('base64');
