import createClient from 'openapi-fetch';
import { errorOfAnswer } from './api-error';
import type { paths } from './api-types.gen';
import { endSession, openSession, sessionStore } from './session';
import { newTraceparent } from './traceparent';

/** Milliseconds after which an answer is given up on; the gateway's own deadlines are shorter. */
const DEADLINE_MS = 30_000;

const baseUrl = window.location.origin;

/** For what is larger than a page: a whole export over a slow line. */
const SLOW_DEADLINE_MS = 30 * 60_000;

/** Looked up at each call, and never without a deadline: no call of ours hangs. Each begins a trace of its own. */
function send(request: Request, deadlineMs = DEADLINE_MS): Promise<Response> {
  request.headers.set('traceparent', newTraceparent());
  const deadline = AbortSignal.timeout(deadlineMs);
  return globalThis.fetch(new Request(request, { signal: AbortSignal.any([request.signal, deadline]) }));
}

/** For the calls that open or restore a session: no token goes out, and a 401 is an answer. */
export const publicApi = createClient<paths>({
  baseUrl,
  fetch: (request) => send(request),
  cache: 'no-store',
});

/** For everything else: sends the token, and renews it once when it has run out. */
export const api = createClient<paths>({
  baseUrl,
  fetch: (request) => sendWithToken(request),
  cache: 'no-store',
});

/** As `api`, with half an hour for the answer. */
export const slowApi = createClient<paths>({
  baseUrl,
  fetch: (request) => sendWithToken(request, SLOW_DEADLINE_MS),
  cache: 'no-store',
});

async function sendWithToken(request: Request, deadlineMs?: number): Promise<Response> {
  const again = request.clone();
  const token = currentToken();
  const response = await send(withToken(request, token), deadlineMs);
  if (response.status !== 401 || !(await isTokenRefused(response))) return response;
  const renewed = await renewToken(token);
  return renewed ? send(withToken(again, renewed), deadlineMs) : response;
}

/** A 401 may also be about a password: that is an answer, and to send it again would be one more guess. */
async function isTokenRefused(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return (errorOfAnswer(401, body).code ?? 'unauthenticated') === 'unauthenticated';
}

function withToken(request: Request, token: string | undefined): Request {
  if (token) request.headers.set('x-auth-token', token);
  return request;
}

function currentToken(): string | undefined {
  const session = sessionStore.get();
  return session.status === 'authenticated' ? session.token : undefined;
}

let renewal: Promise<string | undefined> | undefined;

/** One GET /session for however many calls met the 401 together. Undefined: the session is over. */
async function renewToken(refused: string | undefined): Promise<string | undefined> {
  const current = currentToken();
  if (current && current !== refused) return current;
  renewal ??= restoreSession('expired').finally(() => {
    renewal = undefined;
  });
  return renewal;
}

/**
 * Asks the cookie for a fresh token. A server that cannot be reached, or has no time, ends nothing: the error is
 * thrown and the session stays as it was. So it does when somebody has logged in or out meanwhile.
 */
export async function restoreSession(otherwise: 'none' | 'expired'): Promise<string | undefined> {
  const before = sessionStore.get();
  const { data, error, response } = await publicApi.GET('/api/session');
  if (sessionStore.get() !== before) return currentToken();
  if (data) {
    openSession(data.token);
    return data.token;
  }
  if (!response.ok && response.status !== 401) throw errorOfAnswer(response.status, error);
  endSession(otherwise);
  return undefined;
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The answer's body, or an ApiError with words for a person. */
export function expectData<T>(answer: Answer<T>): T {
  if (answer.response.ok && answer.data !== undefined) return answer.data;
  throw errorOfAnswer(answer.response.status, answer.error);
}

/** For answers without a body. */
export function expectOk(answer: Answer<unknown>): void {
  if (!answer.response.ok) throw errorOfAnswer(answer.response.status, answer.error);
}
