import { createHash } from 'node:crypto';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { TokenStrategy } from './token.strategy.js';

/** Cookies that are remembered, about 200 bytes each. Beyond it the one that was seen longest ago is dropped. */
const REMEMBERED_MAX = 20_000;

/**
 * Whose browsers this gateway has seen: the cookies that auth has given or accepted, by their hashes. With them a request
 * can be counted for a person before its body is read. What strangers behind the same address do then keeps nobody out.
 */
@Injectable()
export class KnownBrowsers {
  /** The hash of a cookie -> the id of its account. */
  private readonly accounts = new LRUCache<string, string>({ max: REMEMBERED_MAX });

  constructor(private readonly tokens: TokenStrategy) {}

  remember({ cookie, device, user }: SessionGrant): void {
    for (const value of [cookie, device]) if (value) this.accounts.set(hashOf(value), user.id);
  }

  /** The id of the account; undefined for a browser that is not known. */
  accountOf(request: Pick<FastifyRequest, 'headers'>): string | undefined {
    const signedIn = this.tokens.recall(request);
    if (signedIn) return signedIn.user.id;
    for (const value of cookiesOf(request)) {
      const account = this.accounts.get(hashOf(value));
      if (account) return account;
    }
    return undefined;
  }
}

/** The values of the first cookies. Hooks run before they are parsed, and ours have no escaped characters. */
function cookiesOf({ headers }: Pick<FastifyRequest, 'headers'>): string[] {
  const pairs = (headers.cookie ?? '').split(';', 20).map((pair) => pair.trim());
  return pairs
    .filter((pair) => /^(?:token|device)=/.test(pair))
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
}

const hashOf = (value: string): string => createHash('sha256').update(value).digest('base64');
