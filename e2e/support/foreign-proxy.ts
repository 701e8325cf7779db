import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { answerForeignly, type Exchange, type ForeignKind, foreignPage } from './foreign-answers.js';

interface Spell {
  kind: ForeignKind;
  /** Which requests: those to `/api/`, all, or those whose path matches. */
  paths: 'api' | 'all' | RegExp;
  /** Only these methods. */
  methods?: string[];
  /** How many requests are answered like this; without it, all until `answerItself`. */
  times?: number;
  /** How many matching requests the gateway answers before. */
  passFirst?: number;
  /** The gateway gets the request and carries it out; only its answer is replaced. */
  isDelivered?: boolean;
  /** Requests of a browser that signed in at the front pass. */
  untilSignedIn?: boolean;
}

/** A request that came to the proxy. */
interface SeenRequest {
  method: string;
  path: string;
  /** How it was answered in place of the journal; undefined if it passed. */
  kind?: ForeignKind;
  /** The browser's service worker sent it, by the `Referer` of its script. */
  isFromWorker: boolean;
}

/** A reverse proxy in front of a gateway, which a test can tell to answer in the gateway's place. */
export interface ForeignProxy {
  /** On 127.0.0.1, so that service workers run. */
  url: string;
  /** From now on requests are answered like this, also by a call that follows another. */
  answer: (kind: ForeignKind, options: Omit<Spell, 'kind'>) => void;
  /** Everything passes again. */
  answerItself: () => void;
  /** What was answered in place of the journal since the last `answer`. */
  foreign: () => SeenRequest[];
  /** What passed since the last `answer`. */
  passed: () => SeenRequest[];
  close: () => Promise<void>;
}

const SIGNED_IN = 'front-session=1';
const FRONT_PATH = '/front-sign-in';
const NO_SIGN_IN = { 'other-origin': '/', 'same-origin': '/' };

export async function startForeignProxy(target: string): Promise<ForeignProxy> {
  const sockets = new Set<Socket>();
  let spell: Spell | undefined;
  let matches = 0;
  let seen: SeenRequest[] = [];

  /** Whether this request is answered in place of the journal. */
  function takeTurn({ request: { method = '', url = '', headers } }: Exchange): Spell | undefined {
    if (!spell) return undefined;
    const { paths, methods, times = Infinity, passFirst = 0, untilSignedIn } = spell;
    if (untilSignedIn && headers.cookie?.includes(SIGNED_IN)) return undefined;
    if (methods && !methods.includes(method)) return undefined;
    const isMatch = paths === 'all' || (paths === 'api' ? url.startsWith('/api/') : paths.test(url));
    if (!isMatch) return undefined;
    matches += 1;
    return matches > passFirst && matches <= passFirst + times ? spell : undefined;
  }

  /** Passes a request on. `reply`: answers in place of the gateway, once it has answered. */
  function pass(exchange: Exchange, reply?: () => void): void {
    const { request, response } = exchange;
    const { host, 'x-forwarded-for': before } = request.headers;
    const upstream = httpRequest(new URL(request.url ?? '/', target), {
      method: request.method,
      agent: false,
      headers: {
        ...request.headers,
        connection: 'close',
        'x-forwarded-for': [before, request.socket.remoteAddress].filter(Boolean).join(', '),
        'x-forwarded-host': host,
        'x-forwarded-proto': 'http',
      },
    });
    upstream.on('response', (answer) => {
      if (reply) {
        answer.resume().on('end', reply);
        return;
      }
      const { connection: _, 'keep-alive': __, ...headers } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    upstream.on('error', () => {
      if (reply) reply();
      else if (response.headersSent) response.destroy();
      else answerForeignly('502', exchange, NO_SIGN_IN);
    });
    request.pipe(upstream);
    response.on('close', () => upstream.destroy());
  }

  const proxy = await listen((exchange) => {
    const { request, response } = exchange;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://front');
    if (pathname === `${FRONT_PATH}/done`) {
      const headers = { 'set-cookie': `${SIGNED_IN}; Path=/`, location: searchParams.get('to') ?? '/' };
      response.writeHead(302, headers).end();
      return;
    }
    if (pathname === FRONT_PATH) {
      showSignIn(exchange, '');
      return;
    }
    const turn = takeTurn(exchange);
    seen.push({
      method: request.method ?? '',
      path: pathname,
      ...(turn && { kind: turn.kind }),
      isFromWorker: request.headers.referer?.endsWith('.js') === true,
    });
    if (!turn) {
      pass(exchange);
      return;
    }
    const to = `?to=${encodeURIComponent(request.url ?? '/')}`;
    const reply = (): void =>
      answerForeignly(turn.kind, exchange, {
        'other-origin': `${login.url}${to}`,
        'same-origin': `${FRONT_PATH}${to}`,
      });
    if (turn.isDelivered) pass(exchange, reply);
    else reply();
  }, sockets);
  // Another port is another origin. It allows no other origin to read its answers, as sign-ins do not.
  const login = await listen((exchange) => showSignIn(exchange, proxy.url), sockets);

  return {
    url: proxy.url,
    answer: (kind, options) => {
      spell = { kind, ...options };
      matches = 0;
      seen = [];
    },
    answerItself: () => (spell = undefined),
    foreign: () => seen.filter(({ kind }) => kind !== undefined),
    passed: () => seen.filter(({ kind }) => kind === undefined),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all([proxy.close(), login.close()]);
    },
  };
}

/** The page of a sign-in, whose link signs in and leads back to where the browser came from. */
function showSignIn({ request, response }: Exchange, origin: string): void {
  request.resume();
  const to = new URL(request.url ?? '/', 'http://front').searchParams.get('to') ?? '/';
  const link = `<a href="${origin}${FRONT_PATH}/done?to=${encodeURIComponent(to)}">Sign in at the front</a>`;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(foreignPage('Sign in to continue').replace('</body>', `${link}</body>`));
}

async function listen(
  handle: (exchange: Exchange) => void,
  sockets: Set<Socket>,
): Promise<{ url: string; close: () => Promise<unknown> }> {
  const server: Server = createServer((request, response) => handle({ request, response }));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
