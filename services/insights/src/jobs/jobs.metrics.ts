import { histogram } from '@inner-weather/platform/metrics';
import type { Job } from './job.schema.js';

/** Seconds from the request for an insight to `done` or `failed`, including waiting and repeated attempts. */
const jobDuration = histogram(
  {
    name: 'insights_job_duration_seconds',
    help: 'Insights, from the wish to the end',
    labelNames: ['provider', 'status'] as const,
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 180, 300],
  },
  { of: 'insights' },
);

export function recordFinishedJob(
  { createdAt, provider }: Pick<Job, 'createdAt' | 'provider'>,
  status: 'done' | 'failed',
): void {
  jobDuration().observe({ provider, status }, (Date.now() - createdAt.getTime()) / 1_000);
}

/** Seconds until the model answered one question; `outcome` is `ok` or the code with which the job would fail. */
export const modelDuration = histogram(
  {
    name: 'insights_model_duration_seconds',
    help: 'Questions to the language model, from the question to the answer',
    labelNames: ['provider', 'outcome'] as const,
    buckets: [0.01, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120],
  },
  { of: 'insights' },
);
