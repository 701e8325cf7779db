import { Counter } from 'prom-client';

/** By kind: `created`, `imported`, `updated` or `deleted`. A request repeated under an Idempotency-Key counts once. */
export const entryChanges = new Counter({
  name: 'journal_entry_changes_total',
  help: 'Changes of entries by their writers',
  labelNames: ['change'] as const,
});
