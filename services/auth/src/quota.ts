import type { Counted, UndoneCount } from '@inner-weather/platform/limits/counters';
import type { LimitSubject } from '@inner-weather/domain/problems/limit-problems';
import type { LimitPolicy } from '@inner-weather/platform/limits/rate-limiter';

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
