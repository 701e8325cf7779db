import { type Counted, Counters, type UndoneCount } from '@inner-weather/platform/limits/counters';
import { type LimitPolicy, setRateLimit, tooMany } from '@inner-weather/platform/limits/rate-limiter';
import { type DynamicModule, Global, Injectable, Module } from '@nestjs/common';
import { AuthConfig } from './config.js';
import type { LimitSubject } from '@inner-weather/domain/problems/limit-problems';
import { LimitsModule } from '@inner-weather/platform/limits/limits.module';

/** A counter with its quota: what is counted, and of whom. */
export interface Quota {
  policy: LimitPolicy;
  ofWhom: Counted;
}

/** One or more quotas that an attempt counts against together. */
export type Quotas = readonly [Quota, ...Quota[]];

/** `subject`: what there are too many of, in the message of a refusal. */
export function quotaOf(
  name: string,
  subject: LimitSubject,
  quota: number,
  windowMs: number,
  ofWhom: Counted,
): Quota {
  return { policy: { name, subject, quota, windowMs }, ofWhom };
}

/** One attempt, as it was counted against a quota. */
export const toUndone = ({ policy, ofWhom }: Quota): UndoneCount => ({
  what: policy.name,
  ofWhom,
  windowMs: policy.windowMs,
});

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

/** Quotas, for every room. Only the AppModule imports it, once: each import would have counters of its own. */
@Global()
@Module({ providers: [QuotasService], exports: [QuotasService] })
export class QuotasModule {
  static forRoot(config: AuthConfig): DynamicModule {
    return { module: QuotasModule, imports: [LimitsModule.forRoot(config)], exports: [LimitsModule] };
  }
}
