import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '@inner-weather/testing/eventually';

/** What a service loads first that is to be killed at a named point. */
export const CRASH_AT = resolve(import.meta.dirname, '../preloads/crash-at.mjs');

/** Kills a service at a named point of its code. `file` is the service's CRASH_FILE. */
export class Crashes {
  readonly file = join(mkdtempSync(join(tmpdir(), 'inner-weather-crash-')), 'plan.json');

  constructor(private readonly signal: (name: NodeJS.Signals) => void) {}

  /**
   * @param plan.after how often a process passes the point until it is killed there
   * @param plan.left how many processes are to be killed
   */
  plan(plan: { point: string; after: number; left: number }): void {
    writeFileSync(this.file, JSON.stringify(plan));
    // The running process reads the plan, too.
    this.signal('SIGUSR2');
  }

  /** How many processes are still to be killed. */
  get left(): number {
    return (JSON.parse(readFileSync(this.file, 'utf8')) as { left: number }).left;
  }

  /** Resolves when all of them were killed. */
  async over(timeoutMs: number): Promise<void> {
    await eventually(() => expect(this.left).toBe(0), { timeoutMs });
  }
}
