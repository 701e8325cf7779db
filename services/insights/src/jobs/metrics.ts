import { Histogram } from 'prom-client';

/** Seconds from the wish for an insight to its end, `done` or `failed`, waiting and repeated attempts included. */
export const jobDuration = new Histogram({
  name: 'insights_job_duration_seconds',
  help: 'Insights, from the wish to the end',
  labelNames: ['provider', 'status'] as const,
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 180, 300],
});

/** Seconds that the model took over one question; `outcome` is `ok` or the code with which the job would fail. */
export const modelDuration = new Histogram({
  name: 'insights_model_duration_seconds',
  help: 'Questions to the language model, from the question to the answer',
  labelNames: ['provider', 'outcome'] as const,
  buckets: [0.01, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120],
});
