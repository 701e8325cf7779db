import { DomainError } from '@inner-weather/contracts/errors';

/** Thrown by a handler of events when another attempt cannot help: the message goes to the DLQ at once. */
export class PermanentError extends Error {
  override name = 'PermanentError';
}

/** Would another attempt fail in the same way? */
export function isPermanent(error: unknown): boolean {
  return (
    error instanceof PermanentError ||
    (error instanceof DomainError &&
      (error.code === 'validation_failed' || error.code === 'malformed_request'))
  );
}
