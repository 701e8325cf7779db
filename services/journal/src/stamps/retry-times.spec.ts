import { JournalConfig } from '../config.js';
import { nextAfter, retryFrom } from './retry-times.js';

const MINUTE_MS = 60_000;
const START = Date.parse('2026-11-01T12:00:00Z');
const times = new JournalConfig();

describe('background look-ups', () => {
  it.each(['porto@2026-11-01T12:00:00.000Z', 'oslo@2026-11-01T12:00:00.000Z', 'k'])(
    'of %s have pauses that grow to half an hour, for six hours',
    (key) => {
      const { retryAt: first, retryUntil } = retryFrom(new Date(START), key, times.STAMP_RETRY_MS, times);
      const pauses: number[] = [];
      let last = START;
      for (let next = first; next <= retryUntil; next = nextAfter({ key, retryUntil }, next, times)) {
        pauses.push((next.getTime() - last) / MINUTE_MS);
        last = next.getTime();
      }
      expect(retryUntil.getTime() - START).toBe(6 * 60 * MINUTE_MS);
      expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
      expect(pauses.slice(0, 3).every((minutes) => minutes >= 5 && minutes < 13)).toBe(true);
      expect(Math.min(...pauses.slice(-8))).toBeGreaterThanOrEqual(30);
      expect(Math.max(...pauses)).toBeLessThanOrEqual(33.1);
      expect(pauses.length).toBeGreaterThanOrEqual(12);
      expect(pauses.length).toBeLessThanOrEqual(16);
      expect(last).toBeGreaterThan(retryUntil.getTime() - 34 * MINUTE_MS);
    },
  );
});
