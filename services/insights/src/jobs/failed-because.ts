import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { JobErrorCode } from '@inner-weather/contracts/insights/insights.dto';
import { INSIGHT_FAILURES } from '@inner-weather/domain/insights/failures';
import { type InsightFailure, inEnglish, ModelError } from '../model/insight-model.js';
import type { JobError } from './job.schema.js';

/**
 * What journal answers for a while; with any other code the next attempt would fail in the same way. `rate_limited`: the
 * user's own pages are reading at the same moment.
 */
const MAY_PASS: ReadonlySet<string> = new Set(['unavailable', 'timeout', 'internal', 'rate_limited']);

/** The error of a failed job. The page words it in its own language by the id. */
export function failedBecause(code: JobErrorCode, failure: InsightFailure): JobError {
  const { message, params } = failure;
  return { code, msg: inEnglish(failure), messageId: message.id, ...(params && { params }) };
}

/** Why the job failed, and whether another attempt could succeed. */
export function describe(error: unknown): { failure: JobError; mayPass: boolean } {
  if (error instanceof ModelError) {
    return { failure: failedBecause(error.code, error.failure), mayPass: error.mayPass };
  }
  if (error instanceof DomainError && error.code === 'consent_required') {
    const failure = failedBecause('consent_withdrawn', { message: INSIGHT_FAILURES.consentWithdrawn });
    return { failure, mayPass: false };
  }
  if (error instanceof DomainError) {
    const failure = failedBecause('journal_unavailable', { message: INSIGHT_FAILURES.journalUnavailable });
    return { failure, mayPass: MAY_PASS.has(error.code) };
  }
  return { failure: failedBecause('internal', { message: INSIGHT_FAILURES.internal }), mayPass: true };
}
