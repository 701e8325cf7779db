/** The shortest and the longest pause between attempts, in milliseconds. */
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 250;
/** Pauses grow with this share of the elapsed time, so that a long wait does not keep the stack busy. */
const PAUSE_SHARE = 0.125;

/**
 * Repeats an assertion until it passes and resolves with its result. Rejects after `timeoutMs` with the last failure.
 * The pauses grow, unless `everyMs` sets a constant one.
 */
export async function eventually<T>(
  assertion: () => T | Promise<T>,
  { timeoutMs = 25_000, everyMs }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const start = Date.now();
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() - start > timeoutMs) throw error;
    }
    const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, (Date.now() - start) * PAUSE_SHARE));
    await new Promise((resolve) => setTimeout(resolve, everyMs ?? pauseMs));
  }
}

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
