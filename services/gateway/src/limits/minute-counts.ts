const MINUTE_MS = 60_000;

/** The number of names that are kept. Beyond it, the name that was added first in this minute is dropped. */
const NAMES_MAX = 100_000;

/** Counts of the current clock minute by name, in the memory of this process. */
export class MinuteCounts {
  static readonly windowMs = MINUTE_MS;
  private minute = 0;
  private readonly counts = new Map<string, number>();

  /** Adds one and returns the new count. */
  add(name: string): number {
    this.turnOver();
    const count = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, count);
    if (this.counts.size > NAMES_MAX) {
      const [oldestName] = this.counts.keys();
      if (oldestName !== undefined) this.counts.delete(oldestName);
    }
    return count;
  }

  /** The count in this minute. */
  countOf(name: string): number {
    this.turnOver();
    return this.counts.get(name) ?? 0;
  }

  /** Undoes an `add` of this minute. Counts of earlier minutes are already gone. */
  takeBack(name: string, addedAt: number): void {
    this.turnOver();
    const count = this.counts.get(name);
    if (count !== undefined && count > 0 && minuteOf(addedAt) === this.minute)
      this.counts.set(name, count - 1);
  }

  private turnOver(): void {
    const minute = minuteOf(Date.now());
    if (minute === this.minute) return;
    this.minute = minute;
    this.counts.clear();
  }
}

const minuteOf = (time: number): number => Math.floor(time / MINUTE_MS);
