import { DomainError, type ErrorCode } from '@inner-weather/contracts/errors';
import { Catch, type RpcExceptionFilter, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { type Observable, throwError } from 'rxjs';

/** The driver's errors that say that the database cannot be reached, by name: its classes differ by copy of the driver. */
const DATABASE_UNREACHABLE =
  /^(Mongo(ServerSelection|Network|NetworkTimeout|NotConnected|PoolCleared|PoolClosed|TopologyClosed|WaitQueueTimeout)Error|MongooseServerSelectionError)$/;

/** MongoDB's code for a write that finds no room on the disk (error_codes.yml, OutOfDiskSpace). */
const OUT_OF_DISK_SPACE = 14_031;

/** Turns whatever was thrown into an error that may leave the process; undefined for one whose inside must not. */
export function asDomainError(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (error instanceof Error && DATABASE_UNREACHABLE.test(error.name)) {
    return new DomainError(
      'unavailable',
      'The journal cannot reach its storage right now. Please try again in a moment.',
      5,
    );
  }
  if (error instanceof Error && (error as Error & { code?: unknown }).code === OUT_OF_DISK_SPACE) {
    return new DomainError(
      'unavailable',
      'The storage of this journal is full. Reading works; saving does once whoever runs it has made room.',
      300,
    );
  }
  return undefined;
}

/** Something broke; every other code is a refusal, which is people's own business. */
export function isFault(code: ErrorCode): boolean {
  return code === 'timeout' || code === 'unavailable' || code === 'internal';
}

/** Lets thrown errors reach the transport as they are; Nest's own filter would keep only a message. */
@Catch()
export class PassOnFilter implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/** Validates by the DTO classes; what fails becomes `validation_failed` with one message a field. */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => new DomainError('validation_failed', problemsOf(errors)),
  });
}

/** What is wrong, one message a field. */
export function problemsOf(errors: ValidationError[]): { msg: string; field: string }[] {
  return errors.flatMap((error) => {
    const nested = problemsOf(error.children ?? []);
    // The last decorator of a property is the first that was declared to fail: the type comes before the length.
    const msg = Object.values(error.constraints ?? {}).at(-1);
    return msg ? [{ msg, field: error.property }, ...nested] : nested;
  });
}
