import type { JobErrorCode } from '@inner-weather/contracts/insights/insights.dto';
import { type InsightFailure, inEnglish } from '../model/insight-model.js';
import type { JobError } from './job.schema.js';

/** The error of a failed job. The page words it in its own language by the id. */
export function failedBecause(code: JobErrorCode, failure: InsightFailure): JobError {
  const { message, params } = failure;
  return { code, msg: inEnglish(failure), messageId: message.id, ...(params && { params }) };
}
