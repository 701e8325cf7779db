import { ANSWER_MARK } from '@inner-weather/domain/problems/answer-mark';
import type { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';

/**
 * An answer that says nothing about the request, which may be sent again later: the journal did not give it, or did not get
 * the request as it was sent.
 */
export class ForeignAnswer extends Error {
  constructor(
    /** Whether something in front of the journal asks for a sign-in of its own. */
    readonly asksForSignIn = false,
    readonly status = 0,
    /** What the journal says about the way to it, as problem+json; undefined if something else answered. */
    readonly problem?: unknown,
  ) {
    super();
  }
}

/** Whether something in front of the journal takes no body of this size, which sending it again does not change. */
export const isTooLargeInFront = (error: unknown): boolean =>
  error instanceof ForeignAnswer && error.status === 413;

/**
 * The journal's problems with the way of a request: a proxy strips /api from its address (no entry, photo or other resource
 * has this code), does not pass on Host, or adds more cookies than the journal reads.
 */
const PROBLEMS_OF_WAY: readonly unknown[] = [
  'not_found',
  'wrong_host',
  'wrong_origin',
  'address_too_long',
] satisfies (keyof typeof REQUEST_PROBLEMS)[];

/** The statuses with which something in front asks for a sign-in; 511 is that of captive portals (RFC 6585, 6). */
const SIGN_IN_STATUSES = [401, 403, 407, 511];

/**
 * The one judge of what an answer is, for the page and the service worker. An answer counts if it has the journal's mark
 * and, if it is an error, the journal's form.
 * @param isConditional whether the request had If-None-Match: a 304 answers no other
 * @throws ForeignAnswer for any other
 */
export async function ownAnswer(response: Response, isConditional = false): Promise<Response> {
  const { ok, status } = response;
  const isMarked = response.headers.get(ANSWER_MARK) !== null;
  if (isMarked && (ok || (status === 304 && isConditional))) return response;
  const problem = isMarked ? await problemOf(response) : undefined;
  if (!problem) throw new ForeignAnswer(asksForSignIn(response), status);
  if (isOfWay(problem)) throw new ForeignAnswer(false, status, problem);
  return response;
}

/** The journal answers a request of the page neither with a redirect nor with a page. */
function asksForSignIn({ type, status, ok, headers }: Response): boolean {
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  return type === 'opaqueredirect' || SIGN_IN_STATUSES.includes(status) || (ok && isPage);
}

/** A problem document (RFC 9457) with a code of the journal. */
interface OwnProblem {
  code: string;
  errors: unknown[];
}

/** Undefined if the body has another form: some proxies replace the body of an error and pass on its headers. */
async function problemOf(response: Response): Promise<OwnProblem | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (typeof body !== 'object' || body === null) return undefined;
  const { code, errors } = body as Record<string, unknown>;
  return typeof code === 'string' && Array.isArray(errors) ? { code, errors } : undefined;
}

/** Whether the problem is the way to the journal, and not what was asked of it. */
function isOfWay({ errors: [first] }: OwnProblem): boolean {
  return PROBLEMS_OF_WAY.includes((first as { code?: unknown } | null | undefined)?.code);
}
