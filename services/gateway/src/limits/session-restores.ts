import { createHash } from 'node:crypto';
import { type LimitPolicy, setRateLimit, tooMany } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { GatewayConfig } from '../config.js';
import { MinuteCounts } from './minute-counts.js';

/** The limit of one session, enough for opening many tabs at once. */
const POLICY: LimitPolicy = {
  name: 'restores',
  subject: 'tokens',
  quota: 60,
  windowMs: MinuteCounts.windowMs,
};

/**
 * Limits how often one session is restored, because each restore signs a token. It counts by cookie, including its
 * secret, so that other people cannot use up the limit. A cookie without a session costs one query and no signature.
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
