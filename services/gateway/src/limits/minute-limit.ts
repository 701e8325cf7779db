import { type LimitPolicy, setRateLimit, tooMany } from '@inner-weather/platform/limits/rate-limiter';
import type { GatewayConfig } from '../config.js';
import { MinuteCounts } from './minute-counts.js';

/** Limits how often something happens in a clock minute, by name, in the memory of this process. */
export class MinuteLimit {
  private readonly counts = new MinuteCounts();
  private readonly policy: LimitPolicy;

  constructor(
    private readonly config: Pick<GatewayConfig, 'RATE_LIMITS'>,
    policy: Omit<LimitPolicy, 'windowMs'>,
  ) {
    this.policy = { ...policy, windowMs: MinuteCounts.windowMs };
  }

  /** Counts one. Throws `rate_limited` above the limit. */
  count(name: string): void {
    if (this.config.RATE_LIMITS === 'off') return;
    const count = this.counts.add(name);
    setRateLimit(this.policy, count);
    if (count > this.policy.quota) throw tooMany(this.policy);
  }
}
