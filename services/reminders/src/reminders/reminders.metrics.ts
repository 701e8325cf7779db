import { Counter, Gauge } from 'prom-client';

/** `outcome` is that of PushOutcome. */
export const pushes = new Counter({
  name: 'reminders_pushes_total',
  help: 'Messages to push services, by what became of them',
  labelNames: ['outcome'] as const,
});

/** `outcome`: `sent`, `written` (something was written on that day), `late` (too late to be sent), `failed`. */
export const reminders = new Counter({
  name: 'reminders_due_total',
  help: 'Due reminders, by what became of them',
  labelNames: ['outcome'] as const,
});

/** Seconds by which the reminder that waits longest is late, at the last check; 0 when none waits. */
export const lateness = new Gauge({
  name: 'reminders_late_seconds',
  help: 'How late the reminder is that has waited longest',
});

// From the start, so that an increase is seen from the first one on.
for (const outcome of ['sent', 'ended', 'refused', 'later']) pushes.inc({ outcome }, 0);
for (const outcome of ['sent', 'written', 'late', 'failed']) reminders.inc({ outcome }, 0);
