import { DomainError, type ErrorCode } from '@inner-weather/contracts/errors';
import { EVENTS } from '@inner-weather/contracts/events';
import { type ArgumentMetadata, Catch, type RpcExceptionFilter, ValidationPipe } from '@nestjs/common';
import { BaseRpcContext } from '@nestjs/microservices';
import type { ValidationError } from 'class-validator';
import { type Observable, throwError } from 'rxjs';
import { isDatabaseAway } from './database-failures.js';

/** MongoDB's code for a full disk (error_codes.yml, OutOfDiskSpace). */
const OUT_OF_DISK_SPACE = 14_031;

export const storageUnavailable = () =>
  new DomainError(
    'unavailable',
    'The journal cannot reach its storage right now. Please try again in a moment.',
    5,
  );

/** The error that callers may see for what was thrown. Undefined when they may see nothing of it. */
export function asDomainError(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (isDatabaseAway(error)) {
    return storageUnavailable();
  }
  if (error instanceof Error && (error as Error & { code?: unknown }).code === OUT_OF_DISK_SPACE) {
    return new DomainError(
      'unavailable',
      'The storage of this journal is full. You can read, but not save, until the person who runs this journal has made room.',
      300,
    );
  }
  return undefined;
}

/** Does the code mean that something is broken? The others refuse a request, which is normal operation. */
export function isFault(code: ErrorCode): boolean {
  return code === 'timeout' || code === 'unavailable' || code === 'internal';
}

/** Passes thrown errors on to the transport unchanged. Nest's own filter would keep only the message. */
@Catch()
export class PassOnFilter implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

const EVENT_PAYLOADS = new Set<unknown>(Object.values(EVENTS).map(({ payload }) => payload));

/** Leaves events alone: the transport has validated their payloads already (events/parse-event.ts). */
class RequestPipe extends ValidationPipe {
  protected override toValidate(metadata: ArgumentMetadata): boolean {
    const { metatype } = metadata;
    if (EVENT_PAYLOADS.has(metatype) || metatype?.prototype instanceof BaseRpcContext) return false;
    return super.toValidate(metadata);
  }
}

/** Validates requests by the DTO classes. A failure becomes `validation_failed` with one message per field. */
export function validationPipe(): ValidationPipe {
  return new RequestPipe({
    transform: true,
    whitelist: true,
    // A rule that walks over a list must not run on a list that another rule has refused as too long.
    stopAtFirstError: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => new DomainError('validation_failed', problemsOf(errors)),
  });
}

/** One message per field. */
export function problemsOf(errors: ValidationError[]): { msg: string; field: string }[] {
  return errors.flatMap((error) => {
    const nested = problemsOf(error.children ?? []);
    const [msg] = Object.values(error.constraints ?? {});
    return msg ? [{ msg, field: error.property }, ...nested] : nested;
  });
}
