import { RateLimiter, type LimitPolicy } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { JournalConfig } from '../config.js';
import { LOOK_UPS_COUNTER } from '../counters.js';

const HOUR_MS = 60 * 60_000;

/** Limits the look-ups of the weather per person, since each causes one or two requests to a provider outside. */
@Injectable()
export class LookUps {
  private readonly policy: LimitPolicy;

  constructor(
    private readonly limiter: RateLimiter,
    config: JournalConfig,
  ) {
    const quota = config.LOOK_UPS_PER_HOUR;
    this.policy = { name: LOOK_UPS_COUNTER, words: 'weather look-ups', quota, windowMs: HOUR_MS };
  }

  /** Counts `wanted` and answers how many of them are allowed: an entry is saved with or without its weather. */
  take(userId: string, wanted: number): Promise<number> {
    return this.limiter.take(this.policy, userId, wanted);
  }

  /** For a look-up that was counted but not made. */
  giveBack(userId: string): Promise<void> {
    return this.limiter.giveBack(this.policy, userId);
  }

  /** Counts a look-up that the person asked for. Throws `rate_limited`. */
  count(userId: string): Promise<void> {
    return this.limiter.count(this.policy, userId);
  }
}
