import { networkOf } from '@inner-weather/platform/limits/network';
import { type LimitPolicy, tooMany } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { GatewayConfig } from '../config.js';
import { MinuteCounts } from './minute-counts.js';

/** The limit of one network. No number of guesses finds 256 random bits: this only bounds how often auth is asked. */
const POLICY: LimitPolicy = {
  name: 'access-token-guesses',
  subject: 'guesses',
  quota: 60,
  windowMs: MinuteCounts.windowMs,
};

/** Limits how many access tokens that do not work one network sends. */
@Injectable()
export class AccessTokenGuesses {
  private readonly counts = new MinuteCounts();

  constructor(private readonly config: GatewayConfig) {}

  /** Call it before a token that is not known yet is looked up. Throws `rate_limited`. */
  assertFew(address: string): void {
    if (this.config.RATE_LIMITS === 'off') return;
    if (this.counts.countOf(networkOf(address)) >= POLICY.quota) throw tooMany(POLICY);
  }

  /** Counts a token that does not work. */
  count(address: string): void {
    this.counts.add(networkOf(address));
  }
}
