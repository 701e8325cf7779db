/**
 * Runs a limited number of tasks at the same time, with a queue for each account. The queues are served in turn (round
 * robin), so a login of one account waits for at most one of another account's logins, however many of them are queued.
 */
export class Turns {
  private running = 0;
  /** Account -> its queued tasks, the next account first. */
  private readonly queues = new Map<string, (() => void)[]>();

  constructor(private readonly limit: number) {}

  async run<T>(account: string, task: () => Promise<T>): Promise<T> {
    if (this.running >= this.limit) await this.wait(account);
    else this.running += 1;
    try {
      return await task();
    } finally {
      this.startNext();
    }
  }

  private wait(account: string): Promise<void> {
    return new Promise((resolve) => {
      const queue = this.queues.get(account);
      if (queue) queue.push(resolve);
      else this.queues.set(account, [resolve]);
    });
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
