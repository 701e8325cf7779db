import { setTimeout as sleep } from 'node:timers/promises';
import { NO_BEGINNINGS } from '@inner-weather/domain/beginnings/beginnings';
import { ANSWER_MARK } from '@inner-weather/domain/problems/answer-mark';
import { problem as problemOf } from '@inner-weather/domain/problems/problem';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';
import { act } from '@testing-library/react';

/** A request as the server sees it. */
export interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

/**
 * LATE_ANSWERS_MS in the environment: every answer comes at random up to so many milliseconds late, most of them soon, so
 * that they overtake each other as over a bad network. 0 by default.
 */
const LATE_MS = Number(process.env.LATE_ANSWERS_MS ?? 0);
const underWay = new Set<Promise<void>>();

function late(): Promise<void> {
  const arrival = sleep(Math.random() ** 3 * LATE_MS).finally(() => underWay.delete(arrival));
  underWay.add(arrival);
  return arrival;
}

/** Resolves when every late answer has come and was read, so that none is in the next test. */
export async function noneUnderWay(): Promise<void> {
  if (LATE_MS === 0) return;
  await Promise.all(underWay);
  await sleep(10);
}

type Handler = (received: ReceivedRequest) => Response | Promise<Response>;

/** Replaces only the page's fetch: everything between a click and the network is the real code. */
export class FakeServer {
  readonly received: ReceivedRequest[] = [];
  /** Most people have no moods and no beginnings of their own, and every page asks for them. */
  private readonly handlers = new Map<string, Handler>([
    ['GET /api/moods', () => json(200, { moods: [], hidden: [] })],
    ['GET /api/beginnings', () => json(200, { version: 0, ...NO_BEGINNINGS })],
  ]);

  constructor() {
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      const url = new URL(request.url);
      const text = await request.text();
      const received: ReceivedRequest = {
        method: request.method,
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: text ? JSON.parse(text) : undefined,
      };
      this.received.push(received);
      const route = `${request.method} ${url.pathname}`;
      const handler = this.handlers.get(route) ?? this.handlers.get(route.replace(/[^/]+$/, '*'));
      if (!handler) throw new Error(`No handler for ${route}`);
      const response = await handler(received);
      if (LATE_MS > 0) await late();
      return foreign.has(response) ? response : marked(response);
    };
  }

  /** `route` is a method and a path: `POST /api/login`. Its end may be any: `PUT /api/moods/*`. A later answer replaces an earlier one. */
  on(route: string, handler: Handler): this {
    this.handlers.set(route, handler);
    return this;
  }

  requests(route: string): ReceivedRequest[] {
    return this.received.filter(({ method, path }) => `${method} ${path}` === route);
  }
}

/** An answer of the journal. */
export function marked(response: Response): Response {
  response.headers.set(ANSWER_MARK, '1');
  return response;
}

const foreign = new WeakSet<Response>();

/** An answer of something in front of the journal. */
export function foreignAnswer(
  status: number,
  body: string | null = null,
  headers: Record<string, string> = {},
): Response {
  const response = new Response(body, { status, headers });
  foreign.add(response);
  return response;
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

export function empty(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers });
}

const CODES: Record<number, string> = { 401: 'unauthenticated', 404: 'not_found', 503: 'unavailable' };

export function problem(status: number, msg: string, field?: string): Response {
  const body = {
    type: 'about:blank',
    title: msg,
    status,
    // A 401 about a field means a wrong password; any other means the token.
    code: status === 401 && field !== undefined ? 'invalid_credentials' : (CODES[status] ?? 'test'),
    detail: msg,
    errors: [{ msg, field }],
  };
  return json(status, body, { 'Content-Type': 'application/problem+json' });
}

/** The journal did not get the request as it was sent. */
export function requestProblem(status: number, code: string, name: keyof typeof REQUEST_PROBLEMS): Response {
  return json(status, { code, errors: [problemOf(REQUEST_PROBLEMS[name])] });
}

/** What fetch reports for a lost connection. */
export function lost(): never {
  throw new TypeError('Failed to fetch');
}

/** Without a connection: what fetch does, and what a page says of a change that failed by it. */
export const unreachable: Handler = () => Promise.reject(new TypeError('Failed to fetch'));
export const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.';

/** An answer that waits until it is given. */
export function held() {
  let answer: (response: Response) => void = () => undefined;
  const promise = new Promise<Response>((resolve) => (answer = resolve));
  return { handler: () => promise, answer: (response: Response) => act(async () => answer(response)) };
}
