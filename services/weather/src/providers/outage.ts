/**
 * Remembers that a provider fails, and now and then lets one background look-up try whether it works again. Each replica
 * has its own memory, so each asks a failing provider at most once per pause.
 */
export class Outage {
  private isFailing = false;
  /** Milliseconds since the epoch. */
  private nextTry = 0;

  constructor(private readonly pauseMs: number) {}

  began(): void {
    this.isFailing = true;
    this.nextTry = Date.now() + this.pauseMs;
  }

  ended(): void {
    this.isFailing = false;
  }

  /** True while the provider works; otherwise only for the first caller in each pause. */
  mayTry(): boolean {
    if (!this.isFailing) return true;
    if (Date.now() < this.nextTry) return false;
    this.nextTry = Date.now() + this.pauseMs;
    return true;
  }
}
