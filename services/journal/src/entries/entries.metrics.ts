import { Counter } from 'prom-client';

/** Entries that were answered without their words, each time. */
export const unreadableEntries = new Counter({
  name: 'journal_unreadable_entries_total',
  help: 'Entries that could not be decrypted or read when they were asked for',
});

/** By kind: `created`, `imported`, `updated` or `deleted`. A request repeated under an Idempotency-Key counts once. */
export const entryChanges = new Counter({
  name: 'journal_entry_changes_total',
  help: 'Changes of entries by their writers',
  labelNames: ['change'] as const,
});
