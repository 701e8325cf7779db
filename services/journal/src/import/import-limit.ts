import type { LimitPolicy } from '@inner-weather/platform/limits/rate-limiter';
import type { JournalConfig } from '../config.js';
import { IMPORTS_COUNTER } from '../counters.js';

const HOUR_MS = 60 * 60_000;

export const importPolicy = (config: JournalConfig): LimitPolicy => ({
  name: IMPORTS_COUNTER,
  subject: 'imported_entries',
  quota: config.IMPORTED_ENTRIES_PER_HOUR,
  windowMs: HOUR_MS,
});
