import { DomainError } from '@inner-weather/contracts/messaging/errors';

/** An event handler throws it when another attempt cannot succeed. The message then goes to the DLQ at once. */
export class PermanentError extends Error {
  override name = 'PermanentError';
}

/** Whether another attempt would fail in the same way. */
export function isPermanent(error: unknown): boolean {
  return (
    error instanceof PermanentError ||
    (error instanceof DomainError &&
      (error.code === 'validation_failed' || error.code === 'malformed_request'))
  );
}
