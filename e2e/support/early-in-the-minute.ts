import { eventually } from '@inner-weather/testing/eventually';

/** Windows of limits begin with a minute. Resolves when at least `leftMs` milliseconds of the current one are left. */
export const earlyInTheMinute = (leftMs: number): Promise<void> =>
  eventually(() => expect(Date.now() % 60_000).toBeLessThan(60_000 - leftMs), { timeoutMs: leftMs + 5_000 });
