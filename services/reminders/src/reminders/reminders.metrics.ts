import { counter, gauge } from '@inner-weather/platform/metrics';
import type { Counter } from 'prom-client';

/** From the start, so that an increase is seen from the first one on. */
const beginWith =
  (...outcomes: string[]) =>
  (counter: Counter<'outcome'>): void => {
    for (const outcome of outcomes) counter.inc({ outcome }, 0);
  };

/** `outcome` is that of PushOutcome. */
export const pushes = counter(
  {
    name: 'reminders_pushes_total',
    help: 'Messages to push services, by what became of them',
    labelNames: ['outcome'] as const,
  },
  { of: 'reminders', begin: beginWith('sent', 'ended', 'refused', 'later') },
);

/** `outcome`: `sent`, `written` (something was written on that day), `late` (too late to be sent), `failed`. */
export const reminders = counter(
  {
    name: 'reminders_due_total',
    help: 'Due reminders, by what became of them',
    labelNames: ['outcome'] as const,
  },
  { of: 'reminders', begin: beginWith('sent', 'written', 'late', 'failed') },
);

/** Seconds by which the reminder that waits longest is late, at the last check; 0 when none waits. */
export const lateness = gauge(
  {
    name: 'reminders_late_seconds',
    help: 'How late the reminder is that has waited longest',
  },
  { of: 'reminders' },
);
