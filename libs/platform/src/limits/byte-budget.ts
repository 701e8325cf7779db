import { DomainError } from '@inner-weather/contracts/errors';

/** Seconds after which it makes sense to try again. */
const RETRY_AFTER_S = 2;

export interface ByteBudgetOptions {
  /** Bytes that may be in use at the same time. */
  bytes: number;
  /** How many may wait; any further one is refused at once. */
  waitingMax: number;
  /** Milliseconds that one may wait: less than its caller waits, so that the caller gets the reason. */
  waitMs: number;
  /** How many of one person may be under way at the same time. Absent: any number. */
  underWayOfOne?: number;
  /** How many of one person may wait. Absent: as many as of all. */
  waitingOfOne?: number;
}

/** For long reads: one of each person at a time, and a few of theirs in line. */
export const ONE_AT_A_TIME = { underWayOfOne: 1, waitingOfOne: 8 };

export interface Hold {
  /** Gives back what was reserved beyond these bytes. */
  keep: (bytes: number) => void;
  /** Gives everything back; a second call does nothing. */
  release: () => void;
}

interface Waiting {
  bytes: number;
  who: string;
  grant: () => void;
}

/**
 * Limits how many bytes are in memory at the same time. If there is no room, a request waits in line. People who hold
 * nothing come before people who hold something already, so that many requests of one person delay a request of another
 * by no more than one.
 */
export class ByteBudget {
  private readonly waiting: Waiting[] = [];
  /** Bytes in use, by person. */
  private readonly held = new Map<string, number>();
  /** How many are under way, by person. */
  private readonly underWay = new Map<string, number>();
  private free: number;

  constructor(private readonly options: ByteBudgetOptions) {
    this.free = options.bytes;
  }

  /**
   * Reserves `wanted` bytes, or the whole budget if that is less, for a person. Throws `unavailable` when there was no
   * room in time, or when too many wait.
   */
  async take(wanted: number, who: string): Promise<Hold> {
    let held = Math.min(wanted, this.options.bytes);
    if (
      this.waiting.some(({ who: other }) => this.isAllowed(other)) ||
      held > this.free ||
      !this.isAllowed(who)
    )
      await this.turn(held, who);
    else this.hold(held, who);
    const keep = (bytes: number): void => {
      if (bytes >= held) return;
      if (bytes === 0) this.end(who);
      this.giveBack(held - bytes, who);
      held = bytes;
    };
    return { keep, release: () => keep(0) };
  }

  /** Reserves the bytes while `work` runs. Throws as `take` does, and what `work` throws. */
  async during<T>(bytes: number, who: string, work: () => Promise<T>): Promise<T> {
    const { release } = await this.take(bytes, who);
    try {
      return await work();
    } finally {
      release();
    }
  }

  private turn(bytes: number, who: string): Promise<void> {
    const { waitingMax, waitingOfOne = waitingMax } = this.options;
    const own = this.waiting.filter((one) => one.who === who).length;
    if (this.waiting.length >= waitingMax || own >= waitingOfOne) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        bytes,
        who,
        grant: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(one), 1);
        reject(busy());
        // This one may have been too large for the free bytes; the next may fit.
        this.serve();
      }, this.options.waitMs);
      this.waiting.push(one);
    });
  }

  private serve(): void {
    for (;;) {
      const next =
        this.waiting.find(({ who }) => !this.held.has(who)) ??
        this.waiting.find(({ who }) => this.isAllowed(who));
      if (!next || next.bytes > this.free) return;
      this.waiting.splice(this.waiting.indexOf(next), 1);
      this.hold(next.bytes, next.who);
      next.grant();
    }
  }

  private isAllowed(who: string): boolean {
    const { underWayOfOne = Number.POSITIVE_INFINITY } = this.options;
    return (this.underWay.get(who) ?? 0) < underWayOfOne;
  }

  private hold(bytes: number, who: string): void {
    this.free -= bytes;
    this.underWay.set(who, (this.underWay.get(who) ?? 0) + 1);
    this.held.set(who, (this.held.get(who) ?? 0) + bytes);
  }

  private end(who: string): void {
    const left = (this.underWay.get(who) ?? 0) - 1;
    if (left > 0) this.underWay.set(who, left);
    else this.underWay.delete(who);
  }

  private giveBack(bytes: number, who: string): void {
    this.free += bytes;
    const left = (this.held.get(who) ?? 0) - bytes;
    if (left > 0) this.held.set(who, left);
    else this.held.delete(who);
    this.serve();
  }
}

const busy = (): DomainError =>
  new DomainError(
    'unavailable',
    'The journal is busy with large requests right now. Please try again in a moment.',
    RETRY_AFTER_S,
  );
