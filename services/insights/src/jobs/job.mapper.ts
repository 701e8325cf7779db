import type { InsightJobDto, JobErrorDto } from '@inner-weather/contracts/insights/insights.dto';
import type { JobError, ReadableJob } from './job.schema.js';

/** Names every field that leaves the service, so that a new field stays internal by default. */
export function toJobDto(job: ReadableJob): InsightJobDto {
  const { status, step, entries, range, startDate, endDate, provider, model, text, error, outdated } = job;
  const { details, title, useful = null, letter, opened = false } = job;
  return {
    id: String(job._id),
    status,
    progress: { step, entries },
    range,
    startDate,
    endDate,
    provider,
    model: model ?? '',
    text,
    details,
    title,
    useful,
    letter: letter === undefined ? null : { week: letter, opened },
    error: error ? errorOf(error) : null,
    outdated,
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
  };
}

const errorOf = ({ code, msg, messageId, params }: JobError): JobErrorDto => ({
  code,
  msg,
  ...(messageId !== undefined && { messageId, params: params ?? {} }),
});
