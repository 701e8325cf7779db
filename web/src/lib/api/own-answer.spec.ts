import { ANSWER_MARK } from '@inner-weather/domain/problems/answer-mark';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { problem as problemOf } from '@inner-weather/domain/problems/problem';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';
import { ForeignAnswer, ownAnswer } from './own-answer';

const bodyOf = (code: string, message: Parameters<typeof problemOf>[0]) =>
  JSON.stringify({ code, errors: [problemOf(message)] });
const PROBLEM = bodyOf('not_found', JOURNAL_PROBLEMS.no_such_entry);
const PAGE = { 'Content-Type': 'text/html; charset=utf-8' };

const own = (status: number, body: string | null) =>
  new Response(body, { status, headers: { [ANSWER_MARK]: '1' } });

/** What fetch answers for a redirect that it must not follow. */
const redirect = (): Response => {
  const response = Response.error();
  return Object.defineProperty(response, 'type', { value: 'opaqueredirect' });
};

describe('an answer', () => {
  it.each([
    ['data', own(201, '{}')],
    ['nothing, where that is promised', own(204, null)],
    ['a problem with a code', own(404, PROBLEM)],
    ['that nothing has changed', own(304, null), true],
  ])('of the journal: %s', async (_what, response, isConditional = false) => {
    await expect(ownAnswer(response, isConditional)).resolves.toBe(response);
  });

  it.each([
    ['404 as text', new Response('404 page not found', { status: 404 }), false],
    ['a problem without the mark', new Response(PROBLEM, { status: 404 }), false],
    ['a 304 of a cache that nobody asked for', own(304, null), false],
    ['the mark, but the page of a proxy', own(502, '<h1>Bad Gateway</h1>'), false],
    ['the mark, but JSON of another form', own(404, '{"message":"no Route matched"}'), false],
    ['an address without /api', own(404, bodyOf('not_found', REQUEST_PROBLEMS.not_found)), false],
    ['another host name', own(403, bodyOf('forbidden', REQUEST_PROBLEMS.wrong_host)), false],
    ['another origin', own(403, bodyOf('forbidden', REQUEST_PROBLEMS.wrong_origin)), false],
    ['too many cookies', own(431, bodyOf('malformed_request', REQUEST_PROBLEMS.address_too_long)), false],
    ['500', new Response('Internal Server Error', { status: 500 }), false],
    ['an empty 200', new Response('', { status: 200 }), false],
    ['401', new Response(null, { status: 401 }), true],
    ['403 with a page', new Response('Forbidden', { status: 403, headers: PAGE }), true],
    ['511 of a captive portal', new Response('', { status: 511 }), true],
    ['200 with a page', new Response('<form>', { status: 200, headers: PAGE }), true],
    ['a redirect', redirect(), true],
  ])('of something else: %s', async (_what, response, asksForSignIn) => {
    const error: unknown = await ownAnswer(response).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ForeignAnswer);
    expect(error).toMatchObject({ asksForSignIn });
  });
});
