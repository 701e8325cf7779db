import { DomainError } from '@inner-weather/contracts/messaging/errors';

/** Throws `malformed_request` without the parser's own message, which would quote the text. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new DomainError('malformed_request', 'The message is not JSON.');
  }
}
