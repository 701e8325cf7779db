import createClient, { type Client } from 'openapi-fetch';
import { errorOfAnswer, toApiError } from './api-error';
import type { paths } from './api-types.gen';
import { noteServerTime } from './server-clock';
import { locale } from '../language/language';
import { frontStore } from './front';
import { ForeignAnswer, ownAnswer } from './own-answer';
import { endSession, openSession, prepareSession, sessionStore, signedInId } from './session';
import { userOfToken } from './token';
import { newTraceparent } from './traceparent';
import { within } from '../within';

/** Milliseconds to wait for an answer; the gateway's own deadlines are shorter. */
const DEADLINE_MS = 30_000;

const baseUrl = window.location.origin;

/**
 * Looks up fetch at each call. Every request has a deadline, so none hangs, and a trace of its own.
 * @throws ForeignAnswer if the journal did not give the answer
 */
async function send(request: Request, deadlineMs = DEADLINE_MS): Promise<Response> {
  request.headers.set('traceparent', newTraceparent());
  // The page may be in another language than the browser.
  request.headers.set('Accept-Language', [...new Set([locale(), ...navigator.languages])].join());
  const signal = withDeadline(request.signal, deadlineMs);
  // A redirect leads to the sign-in of something in front, and to another site it would look like a lost connection.
  const response = await globalThis.fetch(new Request(request, { signal, redirect: 'manual' }));
  return judged(response, request.headers.has('if-none-match'));
}

/** AbortSignal.any is not in Safari 16, the newest on some phones. */
function withDeadline(signal: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController();
  const timeUp = AbortSignal.timeout(ms);
  for (const one of [signal, timeUp]) {
    if (one.aborted) controller.abort(one.reason);
    one.addEventListener('abort', () => controller.abort(one.reason), { signal: controller.signal });
  }
  return controller.signal;
}

async function judged(response: Response, isConditional = false): Promise<Response> {
  try {
    const answer = await ownAnswer(response, isConditional);
    frontStore.set(false);
    noteServerTime(answer.headers.get('date'));
    return answer;
  } catch (error) {
    if (error instanceof ForeignAnswer) frontStore.set(error.asksForSignIn);
    throw error;
  }
}

export const clientOf = (fetch: (request: Request) => Promise<Response>): Client<paths> =>
  createClient<paths>({ baseUrl, fetch, cache: 'no-store' });

/** For calls that open or restore a session: sends no token, and treats a 401 as an ordinary answer. */
export const publicApi = clientOf((request) => send(request));

/** For everything else: sends the token, and renews it once if it has expired. */
export const api = clientOf((request) => sendWithToken(request));

/** Milliseconds that other questions wait at most for what a person waits for, and after it, while that is drawn. */
const FIRST_MS = 1_000;
const DRAW_MS = 20;

let first: Promise<void> | undefined;

/** What a person waits for: until it is here, nothing else is read from the server, since a phone sends slowly. */
export function readFirst(answer: Promise<unknown>): void {
  const shown = within(FIRST_MS, answer)
    .catch(() => undefined)
    .then(() => new Promise<void>((resolve) => setTimeout(resolve, DRAW_MS)))
    .then(() => {
      if (first === shown) first = undefined;
    });
  first = shown;
}

/**
 * @throws ForeignAnswer if the journal did not give the answer
 * @throws DOMException AbortError if another user signed in before it was sent or answered
 */
export async function sendWithToken(request: Request, deadlineMs?: number): Promise<Response> {
  const userId = signedInId();
  // Without a token, the page has opened from the device and falls back to it soon.
  if (first && request.method === 'GET' && currentToken()) {
    await first;
    if (signedInId() !== userId) throw new DOMException('', 'AbortError');
  }
  const retry = request.clone();
  const token = currentToken();
  const response = await send(withToken(request, token), deadlineMs);
  const userNow = signedInId();
  if (userId !== undefined && userNow !== userId) {
    // After a logout, no session is asked for.
    if (userNow === undefined) return response;
    // It would be shown and kept as an answer to the user who asks now.
    throw new DOMException('', 'AbortError');
  }
  if (response.status !== 401 || !(await isTokenRefused(response))) return response;
  const newToken = await renewToken(token);
  // What one user asked for is never repeated as another.
  const isSameUser = newToken !== undefined && (userId === undefined || userOfToken(newToken).id === userId);
  return isSameUser ? send(withToken(retry, newToken), deadlineMs) : response;
}

/** A 401 may also mean a wrong password. Sending that again would be another guess, so it is not retried. */
async function isTokenRefused(response: Response): Promise<boolean> {
  return errorOfAnswer(401, await response.clone().json()).code === 'unauthenticated';
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
 * @param early the answer to GET /session, if it was asked for before
 */
export async function restoreSession(
  reasonIfEnded: 'none' | 'expired',
  early?: Promise<Response>,
): Promise<string | undefined> {
  const before = sessionStore.get();
  const answered = await early?.catch(() => undefined);
  const answer = await clientOf((request) => (answered ? judged(answered) : send(request))).GET(
    '/api/session',
  );
  if (sessionStore.get() !== before) return currentToken();
  // There is no session, or it has ended.
  if (answer.response.status === 204 || answer.response.status === 401) {
    endSession(reasonIfEnded);
    return undefined;
  }
  const { token } = expectData(answer);
  await prepareSession(userOfToken(token), token);
  if (sessionStore.get() !== before) return currentToken();
  openSession(token);
  return token;
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The answer's body; throws an ApiError with a text to show. */
export function expectData<T>(answer: Answer<T>): T {
  const { response, data, error } = answer;
  if (!response.ok) throw errorOfAnswer(response.status, error);
  // A success without its body was cut on the way.
  if (data === undefined || data === '') throw toApiError(undefined);
  return data;
}

/** The statuses of a success that has no body. */
const WITHOUT_BODY = [202, 204];

/** For routes that promise no body. Throws an ApiError with a text to show, also for a success that they do not promise. */
export function expectNoBody({ response: { ok, status }, error }: Answer<unknown>): void {
  if (!ok) throw errorOfAnswer(status, error);
  if (!WITHOUT_BODY.includes(status)) throw toApiError(undefined);
}
