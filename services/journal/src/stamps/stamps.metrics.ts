import { counter } from '@inner-weather/platform/metrics';

/** Counts finished look-ups by result: `ready` or `unavailable`. A late answer counts in addition; a duplicate does not. */
export const stamps = counter(
  {
    name: 'journal_stamps_total',
    help: 'Entries whose wait for the weather ended',
    labelNames: ['status'] as const,
  },
  { of: 'journal' },
);
