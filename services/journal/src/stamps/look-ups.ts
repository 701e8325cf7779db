import { RateLimiter, type LimitPolicy } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { JournalConfig } from '../config.js';
import { LOOK_UPS_COUNTER } from '../counters.js';

const HOUR_MS = 60 * 60_000;

/** Limits weather look-ups per person, because each causes one or two requests to an external provider. */
@Injectable()
export class LookUps {
  private readonly policy: LimitPolicy;

  constructor(
    private readonly limiter: RateLimiter,
    config: JournalConfig,
  ) {
    const quota = config.LOOK_UPS_PER_HOUR;
    this.policy = { name: LOOK_UPS_COUNTER, subject: 'look_ups_of_weather', quota, windowMs: HOUR_MS };
  }

  /** Counts look-ups and returns how many of them are allowed. It never throws: an entry is saved without weather, too. */
  take(userId: string, count: number): Promise<number> {
    return this.limiter.take(this.policy, userId, count);
  }

  /** Undoes the count of a look-up that was not made. */
  giveBack(userId: string): Promise<void> {
    return this.limiter.giveBack(this.policy, userId);
  }

  /** Counts a look-up that the user requested. Throws `rate_limited`. */
  count(userId: string): Promise<void> {
    return this.limiter.count(this.policy, userId);
  }
}
