/** Thrown by an event's handler: trying again cannot help, so the message goes to the DLQ at once. */
export class PermanentError extends Error {
  override name = 'PermanentError';
}
