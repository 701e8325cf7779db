/** Milliseconds between the first attempts, and the longest pause. */
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 250;
/** A pause is this part of the time that has passed: a long wait must not keep the stack busy with questions. */
const PART = 0.125;

/**
 * Repeats an assertion until it passes and resolves with its result. Rejects after `timeoutMs` with the last failure.
 * The pauses grow; with `everyMs` they do not.
 */
export async function eventually<T>(
  assertion: () => T | Promise<T>,
  { timeoutMs = 10_000, everyMs }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const start = Date.now();
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() - start > timeoutMs) throw error;
    }
    const grown = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, (Date.now() - start) * PART));
    await new Promise((resolve) => setTimeout(resolve, everyMs ?? grown));
  }
}
