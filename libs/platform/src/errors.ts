import { DomainError, type ErrorCode, type ErrorDetail } from '@inner-weather/contracts/messaging/errors';
import { EVENTS } from '@inner-weather/contracts/messaging/events';
import type { ProblemContext } from '@inner-weather/contracts/validation/validators';
import { problem } from '@inner-weather/domain/problems/problem';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';
import { type ArgumentMetadata, Catch, type RpcExceptionFilter, ValidationPipe } from '@nestjs/common';
import { BaseRpcContext } from '@nestjs/microservices';
import type { ValidationError, ValidatorOptions } from 'class-validator';
import { type Observable, throwError } from 'rxjs';
import { firstProblem } from './compiled-check.js';
import { isDatabaseAway } from './database-failures.js';

/** MongoDB's code for a full disk (error_codes.yml, OutOfDiskSpace). */
const OUT_OF_DISK_SPACE = 14_031;

export const storageUnavailable = () =>
  new DomainError('unavailable', problem(REQUEST_PROBLEMS.storage_unreachable), 5);

/** The error that callers may see. Undefined if the thrown error must stay internal. */
export function asDomainError(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (isDatabaseAway(error)) {
    return storageUnavailable();
  }
  if (error instanceof Error && (error as Error & { code?: unknown }).code === OUT_OF_DISK_SPACE) {
    return new DomainError('unavailable', problem(REQUEST_PROBLEMS.storage_full), 300);
  }
  return undefined;
}

/** Whether the code reports a failure. All other codes refuse a request, which is normal operation. */
export function isFault(code: ErrorCode): boolean {
  return code === 'timeout' || code === 'unavailable' || code === 'internal';
}

/** Passes errors to the transport unchanged. Nest's own filter would keep the message only. */
@Catch()
export class PassOnFilter implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

const EVENT_PAYLOADS = new Set<unknown>(Object.values(EVENTS).map(({ payload }) => payload));

/** Skips events, whose payloads the transport has validated already (events/parse-event.ts). */
class RequestPipe extends ValidationPipe {
  protected override toValidate(metadata: ArgumentMetadata): boolean {
    const { metatype } = metadata;
    if (EVENT_PAYLOADS.has(metatype) || metatype?.prototype instanceof BaseRpcContext) return false;
    return super.toValidate(metadata);
  }

  /** Nearly every request is as it should be. class-validator, which says what is wrong with one, takes much longer. */
  protected override async validate(object: object, options?: ValidatorOptions): Promise<ValidationError[]> {
    return firstProblem(object) === undefined ? [] : await super.validate(object, options);
  }

  /** What arrives as JSON has none, and Nest would look up the rules of the class again to find them. */
  protected override findNestedBinaryValues(): ValidationError[] {
    return [];
  }
}

/** Validates requests against their DTO classes. A failure becomes `validation_failed` with one message per field. */
export function validationPipe(): ValidationPipe {
  return new RequestPipe({
    transform: true,
    whitelist: true,
    // A rule that iterates over a list must not run after another rule has refused the list as too long.
    stopAtFirstError: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => new DomainError('validation_failed', problemsOf(errors)),
  });
}

export function problemsOf(errors: ValidationError[]): ErrorDetail[] {
  return errors.flatMap(({ property: field, constraints = {}, contexts, children = [] }) => {
    const nested = problemsOf(children);
    const [failure] = Object.entries(constraints);
    if (!failure) return nested;
    const [rule, msg] = failure;
    const context = contexts?.[rule] as ProblemContext | undefined;
    return [{ msg, field, ...context }, ...nested];
  });
}
