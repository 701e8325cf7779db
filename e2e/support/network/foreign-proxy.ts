import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { answerForeignly, type Exchange, type ForeignKind, foreignPage } from './foreign-answers.js';

interface Spell {
  kind: ForeignKind;
  /** Which requests: those to `/api/`, or all. */
  paths: 'api' | 'all';
  /** The gateway gets the request and carries it out; only its answer is replaced. */
  isDelivered: boolean;
}

/** A reverse proxy in front of a gateway, which a test can tell to answer in the gateway's place. */
export interface ForeignProxy {
  /** On 127.0.0.1, so that service workers run. */
  url: string;
  /** From now on requests are answered like this. */
  answer: (kind: ForeignKind, options: Omit<Spell, 'kind'>) => void;
  /** Everything passes again. */
  answerItself: () => void;
  close: () => Promise<void>;
}

const FRONT_PATH = '/front-sign-in';

export async function startForeignProxy(target: string): Promise<ForeignProxy> {
  const sockets = new Set<Socket>();
  let spell: Spell | undefined;

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
      else answerForeignly('502', exchange, { 'other-origin': '/', 'same-origin': '/', journal: target });
    });
    request.pipe(upstream);
    response.on('close', () => upstream.destroy());
  }

  const proxy = await listen((exchange) => {
    const { url = '/' } = exchange.request;
    if (url === FRONT_PATH) {
      showSignIn(exchange);
    } else if (!spell || (spell.paths === 'api' && !url.startsWith('/api/'))) {
      pass(exchange);
    } else {
      const { kind, isDelivered } = spell;
      const reply = () =>
        answerForeignly(kind, exchange, {
          'other-origin': login.url,
          'same-origin': FRONT_PATH,
          journal: target,
        });
      if (isDelivered) pass(exchange, reply);
      else reply();
    }
  }, sockets);
  // Another port is another origin. It allows no other origin to read its answers, as sign-ins do not.
  const login = await listen(showSignIn, sockets);

  return {
    url: proxy.url,
    answer: (kind, options) => (spell = { kind, ...options }),
    answerItself: () => (spell = undefined),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all([proxy.close(), login.close()]);
    },
  };
}

function showSignIn({ request, response }: Exchange): void {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(foreignPage('Sign in to continue'));
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
