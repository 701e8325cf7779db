import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';

/** The longest wait for a turn, in milliseconds. It leaves time for the task before the call times out (RPC_TIMEOUT_MS). */
export const WAIT_MS = 3_000;

/**
 * Runs a limited number of tasks at the same time, with a queue for each account. The queues are served in turn (round
 * robin), so a login of one account waits for at most one of another account's logins, however many of them are queued.
 */
export class Turns {
  private running = 0;
  /** Running tasks, by account. */
  private readonly runningOf = new Map<string, number>();
  /** Account -> its queued tasks, the next account first. */
  private readonly queues = new Map<string, (() => void)[]>();

  constructor(private readonly limit: number) {}

  /**
   * If the turn does not come in time, throws `rate_limited` to an account whose other tasks run or wait, and
   * `unavailable` to any other. The task is never run then.
   */
  async run<T>(account: string, task: () => Promise<T>): Promise<T> {
    if (this.running >= this.limit) await this.wait(account);
    else this.running += 1;
    this.count(account, 1);
    try {
      return await task();
    } finally {
      this.count(account, -1);
      this.startNext();
    }
  }

  private wait(account: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(limit);
        resolve();
      };
      const limit = setTimeout(() => {
        this.leave(account, start);
        const hasOthers = this.runningOf.has(account) || this.queues.has(account);
        const code = hasOthers ? 'rate_limited' : 'unavailable';
        reject(new DomainError(code, problem(REQUEST_PROBLEMS.too_many_requests), 2));
      }, WAIT_MS);
      const queue = this.queues.get(account);
      if (queue) queue.push(start);
      else this.queues.set(account, [start]);
    });
  }

  private count(account: string, by: 1 | -1): void {
    const running = (this.runningOf.get(account) ?? 0) + by;
    if (running > 0) this.runningOf.set(account, running);
    else this.runningOf.delete(account);
  }

  private leave(account: string, start: () => void): void {
    const queue = this.queues.get(account)?.filter((one) => one !== start) ?? [];
    if (queue.length > 0) this.queues.set(account, queue);
    else this.queues.delete(account);
  }

  /** Starts the next account's first task, and moves that account to the end. */
  private startNext(): void {
    const [next] = this.queues;
    if (!next) {
      this.running -= 1;
      return;
    }
    const [account, queue] = next;
    this.queues.delete(account);
    const start = queue.shift();
    if (queue.length > 0) this.queues.set(account, queue);
    start?.();
  }
}
