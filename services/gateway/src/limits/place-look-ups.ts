import { networkOf } from '@inner-weather/platform/limits/network';
import { type LimitPolicy, setRateLimit, tooMany } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { GatewayConfig } from '../config.js';
import { MinuteCounts } from './minute-counts.js';

/** The limit of one network, enough for a few people who are typing, with a look-up every few letters. */
const POLICY: LimitPolicy = {
  name: 'places',
  subject: 'look_ups_of_cities',
  quota: 60,
  windowMs: MinuteCounts.windowMs,
};

/**
 * Limits how many cities one network looks up, signed in or not. The weather service limits the requests of all networks
 * to the provider.
 */
@Injectable()
export class PlaceLookUps {
  private readonly counts = new MinuteCounts();

  constructor(private readonly config: GatewayConfig) {}

  /** Counts one look-up. Throws `rate_limited`. */
  count(address: string): void {
    if (this.config.RATE_LIMITS === 'off') return;
    const count = this.counts.add(networkOf(address));
    setRateLimit(POLICY, count);
    if (count > POLICY.quota) throw tooMany(POLICY);
  }
}
