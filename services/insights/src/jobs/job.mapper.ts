import type { InsightJobDto } from '@inner-weather/contracts/insights.dto';
import type { Job } from './job.schema.js';

/** Names every field that leaves, so that nothing else does. */
export function toJobDto(job: Job): InsightJobDto {
  const { status, step, entries, range, startDate, endDate, provider, model, text, error, outdated } = job;
  return {
    id: String(job._id),
    status,
    progress: { step, entries },
    range,
    startDate,
    endDate,
    provider,
    model: model ?? '',
    text: text ?? '',
    error: error ? { code: error.code, msg: error.msg } : null,
    outdated,
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
  };
}
