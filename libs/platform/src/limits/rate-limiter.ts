import { DomainError } from '@inner-weather/contracts/errors';
import type { LimitedServiceConfig } from '../config.js';
import { currentContext } from '../context.js';
import type { Counters } from './counters.js';

const MINUTE_MS = 60_000;
const WRITES = 'writes';

/** How often something may happen. */
export interface LimitPolicy {
  /** Of the counter, and of the policy in the RateLimit headers. */
  name: string;
  /** What there are too many of, in the words of a refusal. */
  words: string;
  /** How often within a window. */
  quota: number;
  windowMs: number;
}

/** Counts against quotas, in the database, and leaves word of it for the headers of the answer. */
export class RateLimiter {
  constructor(
    private readonly counters: Counters,
    private readonly config: LimitedServiceConfig,
  ) {}

  /** Counts once. Throws `rate_limited` when that was once too often. Does nothing where limits are off. */
  async count(policy: LimitPolicy, ofWhom: string): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return;
    const count = await this.counters.add(policy.name, ofWhom, policy.windowMs);
    tellRateLimit(policy, count);
    if (count > policy.quota) throw tooMany(policy);
  }

  /**
   * Bounds how often one person changes something: counted by the service that owns what is changed, so that no call
   * goes elsewhere. Throws `rate_limited`.
   */
  countWrite(userId: string): Promise<void> {
    const quota = this.config.WRITES_PER_MINUTE;
    return this.count({ name: WRITES, words: 'changes at once', quota, windowMs: MINUTE_MS }, userId);
  }

  /** For an account that was deleted: forgets its changes, and what else was counted of it under these names. */
  forget(userId: string, others: readonly string[] = []): Promise<void> {
    return this.counters.forgetAll([WRITES, ...others], userId);
  }
}

/**
 * Notes what the answer's RateLimit headers say (draft-ietf-httpapi-ratelimit-headers-10): of this policy, `count`
 * are used up.
 */
export function tellRateLimit({ name, quota, windowMs }: LimitPolicy, count: number): void {
  const context = currentContext();
  if (!context) return;
  context.rateLimit = {
    limit: `"${name}";r=${Math.max(0, quota - count)};t=${secondsLeft(windowMs)}`,
    policy: `"${name}";q=${quota};w=${windowMs / 1_000}`,
  };
}

/** The refusal, which says when the window ends. */
export function tooMany({ words, windowMs }: Pick<LimitPolicy, 'words' | 'windowMs'>): DomainError {
  const seconds = secondsLeft(windowMs);
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? `${seconds} seconds` : `${minutes} minutes`;
  return new DomainError('rate_limited', `Too many ${words}. Please try again in ${wait}.`, seconds);
}

/** Until the window that is running ends; at least 1. */
function secondsLeft(windowMs: number): number {
  return Math.ceil((windowMs - (Date.now() % windowMs)) / 1_000);
}
