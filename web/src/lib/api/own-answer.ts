import { ANSWER_MARK } from '@inner-weather/domain/problems/answer-mark';

/** An answer that the journal did not give. It says nothing about the request, which may be sent again later. */
export class ForeignAnswer extends Error {
  constructor(
    /** Whether something in front of the journal asks for a sign-in of its own. */
    readonly asksForSignIn = false,
    readonly status = 0,
  ) {
    super();
  }
}

/** Whether something in front of the journal takes no body of this size, which sending it again does not change. */
export const isTooLargeInFront = (error: unknown): boolean =>
  error instanceof ForeignAnswer && error.status === 413;

/** The statuses with which something in front asks for a sign-in; 511 is that of captive portals (RFC 6585, 6). */
const SIGN_IN_STATUSES = [401, 403, 407, 511];

/**
 * The one judge of what an answer is, for the page and the service worker. An answer counts if it has the journal's mark
 * and, if it is an error, the journal's form.
 * @throws ForeignAnswer for any other
 */
export async function ownAnswer(response: Response): Promise<Response> {
  const { ok, status } = response;
  const isMarked = response.headers.get(ANSWER_MARK) !== null;
  // Some proxies replace the body of an error and pass on its headers.
  if (
    isMarked &&
    (ok ||
      status === 304 ||
      isProblem(
        await response
          .clone()
          .json()
          .catch(() => 0),
      ))
  )
    return response;
  throw new ForeignAnswer(asksForSignIn(response), status);
}

/** The journal answers a request of the page neither with a redirect nor with a page. */
function asksForSignIn({ type, status, ok, headers }: Response): boolean {
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  return type === 'opaqueredirect' || SIGN_IN_STATUSES.includes(status) || (ok && isPage);
}

/** A problem document (RFC 9457) with a code of the journal. */
function isProblem(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { code, errors } = body as Record<string, unknown>;
  return typeof code === 'string' && Array.isArray(errors);
}
