import createClient from 'openapi-fetch';
import { errorOfAnswer } from './api-error';
import type { paths } from './api-types.gen';
import { noteServerTime } from '../dates/server-clock';
import { locale } from '../language/language';
import { endSession, openSession, sessionStore } from './session';
import { newTraceparent } from './traceparent';

/** Milliseconds to wait for an answer; the gateway's own deadlines are shorter. */
const DEADLINE_MS = 30_000;

const baseUrl = window.location.origin;

/** For large answers, such as a whole export over a slow connection. */
const SLOW_DEADLINE_MS = 30 * 60_000;

/** Looks up fetch at each call. Every request has a deadline, so none hangs, and a trace of its own. */
function send(request: Request, deadlineMs = DEADLINE_MS): Promise<Response> {
  request.headers.set('traceparent', newTraceparent());
  // The page may be in another language than the browser.
  request.headers.set('Accept-Language', [...new Set([locale(), ...navigator.languages])].join());
  const deadline = AbortSignal.timeout(deadlineMs);
  const answer = globalThis.fetch(
    new Request(request, { signal: AbortSignal.any([request.signal, deadline]) }),
  );
  return answer.then((response) => {
    noteServerTime(response.headers.get('date'));
    return response;
  });
}

/** For calls that open or restore a session: sends no token, and treats a 401 as an ordinary answer. */
export const publicApi = createClient<paths>({
  baseUrl,
  fetch: (request) => send(request),
  cache: 'no-store',
});

/** For everything else: sends the token, and renews it once if it has expired. */
export const api = createClient<paths>({
  baseUrl,
  fetch: (request) => sendWithToken(request),
  cache: 'no-store',
});

/** Like `api`, but waits up to half an hour for the answer. */
export const slowApi = createClient<paths>({
  baseUrl,
  fetch: (request) => sendWithToken(request, SLOW_DEADLINE_MS),
  cache: 'no-store',
});

async function sendWithToken(request: Request, deadlineMs?: number): Promise<Response> {
  const retry = request.clone();
  const token = currentToken();
  const response = await send(withToken(request, token), deadlineMs);
  if (response.status !== 401 || !(await isTokenRefused(response))) return response;
  const newToken = await renewToken(token);
  return newToken ? send(withToken(retry, newToken), deadlineMs) : response;
}

/** A 401 may also mean a wrong password. Sending that again would be another guess, so it is not retried. */
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

/** Sends one GET /session for all calls that got a 401 at the same time. Returns undefined if the session has ended. */
async function renewToken(refusedToken: string | undefined): Promise<string | undefined> {
  const current = currentToken();
  if (current && current !== refusedToken) return current;
  renewal ??= restoreSession('expired').finally(() => {
    renewal = undefined;
  });
  return renewal;
}

/**
 * Gets a fresh token for the session cookie. If the server cannot be reached or is busy, it throws and the session
 * stays as it was. The session also stays if the user has logged in or out in the meantime.
 * @param ready must resolve before a session opens
 */
export async function restoreSession(
  reasonIfEnded: 'none' | 'expired',
  ready?: Promise<unknown>,
): Promise<string | undefined> {
  const before = sessionStore.get();
  const { data, error, response } = await publicApi.GET('/api/session');
  await ready;
  if (sessionStore.get() !== before) return currentToken();
  if (data) {
    openSession(data.token);
    return data.token;
  }
  if (!response.ok && response.status !== 401) throw errorOfAnswer(response.status, error);
  endSession(reasonIfEnded);
  return undefined;
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The answer's body; throws an ApiError with a text to show. */
export function expectData<T>(answer: Answer<T>): T {
  if (answer.response.ok && answer.data !== undefined) return answer.data;
  throw errorOfAnswer(answer.response.status, answer.error);
}

/** For answers without a body. */
export function expectOk(answer: Answer<unknown>): void {
  if (!answer.response.ok) throw errorOfAnswer(answer.response.status, answer.error);
}
