import { Counters } from '@inner-weather/platform/limits/counters';
import { type LimitPolicy, setRateLimit, tooMany } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { AuthConfig } from './config.js';
import { type Quota, type Quotas, toUndone } from './quota.js';

/**
 * Counts an attempt against several quotas at once, in the database, so that every replica counts together. Does nothing
 * where limits are off.
 */
@Injectable()
export class QuotasService {
  constructor(
    private readonly counters: Counters,
    private readonly config: AuthConfig,
  ) {}

  get isOff(): boolean {
    return this.config.RATE_LIMITS === 'off';
  }

  /** Throws `rate_limited` when one of them is used up; the attempt then counts against none. */
  async take(quotas: Quotas): Promise<void> {
    const refused = await this.tryToTake(quotas);
    if (refused) throw tooMany(refused);
  }

  /** The same, and answers the policy that is used up instead of throwing. */
  async tryToTake(quotas: Quotas): Promise<LimitPolicy | undefined> {
    if (this.isOff) return undefined;
    const uses = await this.count(quotas);
    const exceeded = uses.find(({ policy, count }) => count > policy.quota);
    const reported = exceeded ?? uses[0];
    if (reported) setRateLimit(reported.policy, reported.count);
    if (!exceeded) return undefined;
    await this.counters.undo(quotas.map(toUndone));
    return exceeded.policy;
  }

  /** Counts an attempt against each of them, whether or not it is used up, and answers how often they are used now. */
  count(quotas: readonly Quota[]): Promise<{ policy: LimitPolicy; count: number }[]> {
    return Promise.all(
      quotas.map(async ({ policy, ofWhom }) => ({
        policy,
        count: await this.counters.add(policy.name, ofWhom, policy.windowMs),
      })),
    );
  }

  /** After a success: forgets every failure that the first quota counts, and in the others only this attempt. */
  async forgetFailures([first, ...others]: Quotas): Promise<void> {
    if (this.isOff) return;
    await Promise.all([
      this.counters.forget(first.policy.name, first.ofWhom, first.policy.windowMs),
      ...(others.length > 0 ? [this.counters.undo(others.map(toUndone))] : []),
    ]);
  }
}
