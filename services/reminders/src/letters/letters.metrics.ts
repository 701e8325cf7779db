import { counter } from '@inner-weather/platform/metrics';

/** `outcome`: `requested` or `late` (too late to be written); of written ones `sent`, `failed` or `silent` (no device). */
export const letters = counter(
  {
    name: 'reminders_letters_total',
    help: 'Weekly letters, by what became of them',
    labelNames: ['outcome'] as const,
  },
  { of: 'reminders' },
);
