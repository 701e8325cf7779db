import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { LIMIT_PROBLEMS, type LimitSubject } from '@inner-weather/domain/problems/limit-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import type { LimitedServiceConfig } from '../config.js';
import { currentContext } from '../context.js';
import type { Counters } from './counters.js';

const MINUTE_MS = 60_000;
const WRITES = 'writes';

export interface LimitPolicy {
  /** Names the counter, and the policy in the RateLimit headers. */
  name: string;
  /** What there are too many of, in the message of a refusal. */
  subject: LimitSubject;
  /** The limit within one window. */
  quota: number;
  windowMs: number;
}

/** Counts against quotas in the database, and keeps the result for the response headers. */
export class RateLimiter {
  constructor(
    private readonly counters: Counters,
    private readonly config: LimitedServiceConfig,
  ) {}

  /** Adds `times` to the count. Throws `rate_limited` above the quota. Does nothing if limits are off. */
  async count(policy: LimitPolicy, ofWhom: string, times = 1): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return;
    const count = await this.counters.add(policy.name, ofWhom, policy.windowMs, times);
    setRateLimit(policy, count);
    if (count > policy.quota) throw tooMany(policy);
  }

  /** Counts `wanted` at once and returns how many of them are within the quota. If limits are off, all are. */
  async take({ name, quota, windowMs }: LimitPolicy, ofWhom: string, wanted: number): Promise<number> {
    if (this.config.RATE_LIMITS === 'off' || wanted === 0) return wanted;
    const count = await this.counters.add(name, ofWhom, windowMs, wanted);
    return Math.min(wanted, Math.max(0, quota - (count - wanted)));
  }

  /** Undoes a count of 1. */
  async giveBack({ name, windowMs }: LimitPolicy, ofWhom: string): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return;
    await this.counters.takeBack(name, ofWhom, windowMs);
  }

  /**
   * Limits the changes of one user. The service that stores the change counts it, so that no call to another service is
   * needed. Throws `rate_limited`.
   */
  countWrite(userId: string): Promise<void> {
    const quota = this.config.WRITES_PER_MINUTE;
    return this.count({ name: WRITES, subject: 'changes', quota, windowMs: MINUTE_MS }, userId);
  }

  /** For a deleted account. Removes its change counter and its counters with these other names. */
  forget(userId: string, others: readonly string[] = []): Promise<void> {
    return this.counters.forgetAll([WRITES, ...others], userId);
  }
}

/**
 * Sets the RateLimit headers of the response (draft-ietf-httpapi-ratelimit-headers-10). `count` is the used part of the
 * policy's quota.
 */
export function setRateLimit({ name, quota, windowMs }: LimitPolicy, count: number): void {
  const context = currentContext();
  if (!context) return;
  context.rateLimit = {
    limit: `"${name}";r=${Math.max(0, quota - count)};t=${secondsLeft(windowMs)}`,
    policy: `"${name}";q=${quota};w=${windowMs / 1_000}`,
  };
}

/** The message says when the window ends. */
export function tooMany({ subject, windowMs }: Pick<LimitPolicy, 'subject' | 'windowMs'>): DomainError {
  const seconds = secondsLeft(windowMs);
  const minutes = Math.ceil(seconds / 60);
  const detail =
    minutes === 1
      ? problem(LIMIT_PROBLEMS[`too_many_${subject}_seconds`], { seconds })
      : problem(LIMIT_PROBLEMS[`too_many_${subject}_minutes`], { minutes });
  return new DomainError('rate_limited', detail, seconds);
}

/** Seconds until the current window ends; at least 1. */
function secondsLeft(windowMs: number): number {
  return Math.ceil((windowMs - (Date.now() % windowMs)) / 1_000);
}
