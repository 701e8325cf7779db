import { type LimitPolicy, tooMany } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { WeatherConfig } from '../config.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Limits this process's requests about cities to the provider, for all users and entries together, because clients may
 * look a city up without an account. The weather that users look up, without an entry, counts too. Open-Meteo allows 600 a minute and 10,000 a day without a key
 * (https://open-meteo.com/en/terms), and entries need some of them for their weather.
 */
export const ASKED: Pick<LimitPolicy, 'subject' | 'quota' | 'windowMs'>[] = [
  { subject: 'look_ups_of_cities', quota: 300, windowMs: MINUTE_MS },
  { subject: 'look_ups_of_cities', quota: 6_000, windowMs: DAY_MS },
];

/** Counts requests about cities to the provider. A look-up may need several, and is never stopped halfway. */
@Injectable()
export class Questions {
  private readonly counter = ASKED.map((policy) => ({ policy, window: 0, count: 0 }));

  constructor(private readonly config: WeatherConfig) {}

  /** Throws `rate_limited` if a limit is reached. */
  assertRoom(): void {
    if (this.config.RATE_LIMITS === 'off') return;
    const reachedLimit = this.current().find(({ policy, count }) => count >= policy.quota);
    if (reachedLimit) throw tooMany(reachedLimit.policy);
  }

  count(): void {
    for (const counter of this.current()) counter.count += 1;
  }

  private current() {
    for (const counter of this.counter) {
      const window = Math.floor(Date.now() / counter.policy.windowMs);
      if (counter.window !== window) Object.assign(counter, { window, count: 0 });
    }
    return this.counter;
  }
}
