/**
 * Runs a limited number of works at the same time. Accounts take turns: each has a line of its own, and the next work
 * comes from the account that has waited longest for its turn. So however many logins of one account wait, a login of
 * another account waits for one of them.
 */
export class Turns {
  private running = 0;
  /** Account -> its waiting works, the next account first. */
  private readonly lines = new Map<string, (() => void)[]>();

  constructor(private readonly atOnce: number) {}

  async run<T>(account: string, work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) await this.wait(account);
    else this.running += 1;
    try {
      return await work();
    } finally {
      this.passOn();
    }
  }

  private wait(account: string): Promise<void> {
    return new Promise((resolve) => {
      const line = this.lines.get(account);
      if (line) line.push(resolve);
      else this.lines.set(account, [resolve]);
    });
  }

  /** Gives the place that has become free to the next account, and moves that account to the end. */
  private passOn(): void {
    const [next] = this.lines;
    if (!next) {
      this.running -= 1;
      return;
    }
    const [account, line] = next;
    this.lines.delete(account);
    const start = line.shift();
    if (line.length > 0) this.lines.set(account, line);
    start?.();
  }
}
