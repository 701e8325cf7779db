import { createHash } from 'node:crypto';
import { type LimitPolicy, setRateLimit, tooMany } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { GatewayConfig } from '../config.js';
import { MinuteCounts } from './minute-counts.js';

/** Of one session: many tabs that are opened at once, and then some. */
const POLICY: LimitPolicy = {
  name: 'restores',
  words: 'requests for a new token',
  quota: 60,
  windowMs: MinuteCounts.windowMs,
};

/**
 * Limits how often one session is restored, since each time a token is signed. It counts the cookie with its secret, so
 * that nobody else can use up the limit. A cookie of no session costs one look-up and no signature.
 */
@Injectable()
export class SessionRestores {
  private readonly counts = new MinuteCounts();

  constructor(private readonly config: GatewayConfig) {}

  /** Counts one restore. Throws `rate_limited`. */
  count(cookie: string): void {
    if (this.config.RATE_LIMITS === 'off') return;
    const count = this.counts.add(createHash('sha256').update(cookie).digest('base64'));
    setRateLimit(POLICY, count);
    if (count > POLICY.quota) throw tooMany(POLICY);
  }
}
