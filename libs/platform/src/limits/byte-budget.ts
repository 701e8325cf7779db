import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';

const RETRY_AFTER_S = 2;

export interface ByteBudgetOptions {
  /** Bytes that may be in use at the same time. */
  bytes: number;
  /** How many requests may wait; further requests are refused at once. */
  waitingMax: number;
  /** Milliseconds that a request may wait. Less than the caller's timeout, so that the caller gets the reason. */
  waitMs: number;
  /** How many requests of one user may run at the same time. Absent: any number. */
  underWayOfOne?: number;
  /** How many requests of one user may wait. Absent: `waitingMax`. */
  waitingOfOne?: number;
}

/** For long reads: one running request per user, and a few in line. */
export const ONE_AT_A_TIME = { underWayOfOne: 1, waitingOfOne: 8 };

export interface Hold {
  /** Reduces the reservation to these bytes. */
  keep: (bytes: number) => void;
  /** Ends the reservation; a second call does nothing. */
  release: () => void;
}

interface Waiting {
  bytes: number;
  userId: string;
  grant: () => void;
}

/**
 * Limits how many bytes are in memory at the same time. Without room, a request waits in line. Users without a running
 * request are served first, so that many requests of one user delay a request of another user by one at most.
 */
export class ByteBudget {
  private readonly waiting: Waiting[] = [];
  /** Bytes in use, by user. */
  private readonly held = new Map<string, number>();
  /** Running requests, by user. */
  private readonly underWay = new Map<string, number>();
  private free: number;

  constructor(private readonly options: ByteBudgetOptions) {
    this.free = options.bytes;
  }

  /**
   * Reserves `wanted` bytes for a user, or the whole budget if that is less. Without room within `waitMs`, or if too many
   * requests wait, throws `rate_limited` to a user whose other requests run or wait, and `unavailable` to any other.
   */
  async take(wanted: number, userId: string, waitMs = this.options.waitMs): Promise<Hold> {
    let held = Math.min(wanted, this.options.bytes);
    if (
      this.waiting.some(({ userId: other }) => this.isAllowed(other)) ||
      held > this.free ||
      !this.isAllowed(userId)
    )
      await this.waitForTurn(held, userId, waitMs);
    else this.hold(held, userId);
    const keep = (bytes: number): void => {
      if (bytes >= held) return;
      if (bytes === 0) this.endRequest(userId);
      this.giveBack(held - bytes, userId);
      held = bytes;
    };
    return { keep, release: () => keep(0) };
  }

  /** Reserves the bytes while `work` runs. Throws as `take` does, and what `work` throws. */
  async during<T>(bytes: number, userId: string, work: () => Promise<T>): Promise<T> {
    const { release } = await this.take(bytes, userId);
    try {
      return await work();
    } finally {
      release();
    }
  }

  private waitForTurn(bytes: number, userId: string, waitMs: number): Promise<void> {
    const { waitingMax, waitingOfOne = waitingMax } = this.options;
    const own = this.waiting.filter((request) => request.userId === userId).length;
    if (this.waiting.length >= waitingMax || own >= waitingOfOne)
      return Promise.reject(this.refusalFor(userId));
    return new Promise((resolve, reject) => {
      const request: Waiting = {
        bytes,
        userId,
        grant: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(request), 1);
        reject(this.refusalFor(userId));
        // This request may have been too large for the free bytes, and the next may fit.
        this.grantNext();
      }, waitMs);
      this.waiting.push(request);
    });
  }

  /** What a burst of one user costs is answered to that user, so that it does not look like a fault of the journal. */
  private refusalFor(userId: string): DomainError {
    const hasOthers = this.held.has(userId) || this.waiting.some((request) => request.userId === userId);
    return hasOthers ? tooMany() : busy();
  }

  private grantNext(): void {
    for (;;) {
      const next =
        this.waiting.find(({ userId }) => !this.held.has(userId)) ??
        this.waiting.find(({ userId }) => this.isAllowed(userId));
      if (!next || next.bytes > this.free) return;
      this.waiting.splice(this.waiting.indexOf(next), 1);
      this.hold(next.bytes, next.userId);
      next.grant();
    }
  }

  private isAllowed(userId: string): boolean {
    const { underWayOfOne = Number.POSITIVE_INFINITY } = this.options;
    return (this.underWay.get(userId) ?? 0) < underWayOfOne;
  }

  private hold(bytes: number, userId: string): void {
    this.free -= bytes;
    this.underWay.set(userId, (this.underWay.get(userId) ?? 0) + 1);
    this.held.set(userId, (this.held.get(userId) ?? 0) + bytes);
  }

  private endRequest(userId: string): void {
    const remaining = (this.underWay.get(userId) ?? 0) - 1;
    if (remaining > 0) this.underWay.set(userId, remaining);
    else this.underWay.delete(userId);
  }

  private giveBack(bytes: number, userId: string): void {
    this.free += bytes;
    const remaining = (this.held.get(userId) ?? 0) - bytes;
    if (remaining > 0) this.held.set(userId, remaining);
    else this.held.delete(userId);
    this.grantNext();
  }
}

const tooMany = (): DomainError =>
  new DomainError('rate_limited', problem(REQUEST_PROBLEMS.too_many_requests), RETRY_AFTER_S);

const busy = (): DomainError =>
  new DomainError('unavailable', problem(REQUEST_PROBLEMS.busy_with_requests), RETRY_AFTER_S);
