import { DomainError } from '@inner-weather/contracts/errors';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import type { SignedIn } from '../sessions/signed-in.js';

/** Bounds how often one person writes. Counted by each replica for itself. */
@Injectable()
export class WriteLimitGuard extends ThrottlerGuard {
  protected override getTracker({ user }: { user: SignedIn }): Promise<string> {
    return Promise.resolve(user.user.id);
  }

  /** One count for all that a person writes, not one a route. */
  protected override generateKey(_context: ExecutionContext, tracker: string, name: string): string {
    return `${name}:${tracker}`;
  }

  protected override throwThrottlingException(
    _context: ExecutionContext,
    detail: ThrottlerLimitDetail,
  ): Promise<void> {
    const seconds = Math.max(1, Math.ceil(detail.timeToBlockExpire || detail.timeToExpire));
    throw new DomainError(
      'rate_limited',
      `That was a lot at once. Please try again in ${seconds} seconds.`,
      seconds,
    );
  }
}
