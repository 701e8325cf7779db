/** The result of a number of writes, in the terms of Jepsen's total-queue checker. */
export interface Outcome {
  /** Writes that were sent. */
  attempted: number;
  /** Writes that were answered with success. */
  acknowledged: number;
  /** Acknowledged, but missing afterwards. */
  lost: number;
  /** Found, but never sent. */
  unexpected: number;
  /** Found more than once. */
  duplicated: number;
  /** Found, though never acknowledged: the answer was lost. */
  recovered: number;
}

/** Records what was written under load. Each write has a unique text. */
export class Ledger {
  private readonly attempted = new Set<string>();
  private readonly acknowledged = new Set<string>();

  attempt(write: string): void {
    this.attempted.add(write);
  }

  acknowledge(write: string): void {
    this.acknowledged.add(write);
  }

  get size(): number {
    return this.acknowledged.size;
  }

  /** Compares with what was found afterwards: `found` has one item for each occurrence of a write. */
  compare(found: string[]): Outcome {
    const times = new Map<string, number>();
    for (const write of found) times.set(write, (times.get(write) ?? 0) + 1);
    const there = [...times.keys()];
    return {
      attempted: this.attempted.size,
      acknowledged: this.acknowledged.size,
      lost: [...this.acknowledged].filter((write) => !times.has(write)).length,
      unexpected: there.filter((write) => !this.attempted.has(write)).length,
      duplicated: there.filter((write) => (times.get(write) ?? 0) > 1).length,
      recovered: there.filter((write) => this.attempted.has(write) && !this.acknowledged.has(write)).length,
    };
  }
}

/**
 * Prints one line of the table, and fails if writes are lost, unexpected or duplicated.
 * @param more numbers that only this suite counts
 */
export function reportOutcome(what: string, outcome: Outcome, more: Record<string, number> = {}): void {
  const numbers = Object.entries({ ...outcome, ...more }).map(([name, count]) => `${name} ${String(count)}`);
  process.stderr.write(`  ${what.padEnd(44)} ${numbers.join('  ')}\n`);
  expect(outcome.attempted).toBeGreaterThan(0);
  expect(outcome).toMatchObject({ lost: 0, unexpected: 0, duplicated: 0 });
}
