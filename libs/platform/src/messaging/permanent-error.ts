import { DomainError } from '@inner-weather/contracts/errors';

/** Thrown by an event's handler: trying again cannot help, so the message goes to the DLQ at once. */
export class PermanentError extends Error {
  override name = 'PermanentError';
}

/** What no other attempt can change. */
export function isPermanent(error: unknown): boolean {
  return (
    error instanceof PermanentError ||
    (error instanceof DomainError &&
      (error.code === 'validation_failed' || error.code === 'malformed_request'))
  );
}
