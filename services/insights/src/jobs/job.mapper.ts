import type { InsightDetailsDto, InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { WEEKDAYS } from '@inner-weather/domain/statistics/weekdays';
import { weekdayInEnglish } from '../local/statistics.js';
import type { ReadableJob } from './job.schema.js';

/** Names every field that leaves the service, so that a new field stays internal by default. */
export function toJobDto(job: ReadableJob): InsightJobDto {
  const { status, step, entries, range, startDate, endDate, provider, model, text, error, outdated } = job;
  const { details, title, useful = null } = job;
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
    details: details && withWeekdayNumbers(details),
    title,
    useful,
    error: error ? { code: error.code, msg: error.msg } : null,
    outdated,
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
  };
}

/** Older insights are stored with the English names of weekdays. */
function withWeekdayNumbers({ figures, ...details }: InsightDetailsDto): InsightDetailsDto {
  const weekdays = figures.weekdays.map((group) => ({
    ...group,
    name: WEEKDAYS.find((weekday) => weekdayInEnglish(weekday) === group.name) ?? group.name,
  }));
  return { ...details, figures: { ...figures, weekdays } };
}
