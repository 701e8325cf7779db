import { counter } from '@inner-weather/platform/metrics';

/** Counts every answer with an entry whose text could not be decrypted. */
export const unreadableEntries = counter(
  {
    name: 'journal_unreadable_entries_total',
    help: 'Entries that could not be decrypted or read when they were asked for',
  },
  { of: 'journal' },
);

/**
 * Counts changes by kind: `created`, `imported`, `updated` or `deleted`. A request that is repeated with the same
 * Idempotency-Key counts once.
 */
export const entryChanges = counter(
  {
    name: 'journal_entry_changes_total',
    help: 'Changes of entries by their writers',
    labelNames: ['change'] as const,
  },
  { of: 'journal' },
);
