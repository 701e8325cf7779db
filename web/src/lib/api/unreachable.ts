import { t } from '@lingui/core/macro';
import { messageOf, toApiError } from './api-error';
import { ForeignAnswer } from './own-answer';
import { sessionStore } from './session';

/** No answer, or that of a proxy or a gateway that does not reach what is behind it. */
const STATUSES = [0, 502, 503, 504];

/** Whether the server could not be reached. A request that the page itself stopped does not count. */
export function isUnreachable(error: unknown): boolean {
  const wasStopped = error instanceof DOMException && error.name === 'AbortError';
  return !wasStopped && STATUSES.includes(toApiError(error).status);
}

/** Why something cannot be shown, in words. */
export function reasonOf(error: unknown): string {
  // The connection works if the journal says what is wrong with the way to it.
  const isExplained = error instanceof ForeignAnswer && error.problem !== undefined;
  return !isExplained && isUnreachable(error) && isWithoutConnection()
    ? t`This needs a connection.`
    : messageOf(error);
}

/** A page without a token was opened without a connection. */
function isWithoutConnection(): boolean {
  const session = sessionStore.get();
  return session.status === 'authenticated' && (session.token === '' || !navigator.onLine);
}
