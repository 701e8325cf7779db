import { eventually } from './eventually.js';

const LENGTHS_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * Resolves when at least `leftMs` milliseconds of the current minute, hour or day (UTC) are left, so that it does not end
 * in the middle of a test. Limits and days begin with them.
 */
export function timeLeft(of: keyof typeof LENGTHS_MS, leftMs: number): Promise<void> {
  const lengthMs = LENGTHS_MS[of];
  const check = (): void => {
    if (Date.now() % lengthMs >= lengthMs - leftMs) throw new Error(`The ${of} is about to end.`);
  };
  return eventually(check, { timeoutMs: leftMs + 5_000 });
}
