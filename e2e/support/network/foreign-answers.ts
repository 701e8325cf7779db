import {
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as httpRequest,
  type ServerResponse,
} from 'node:http';

/** How something in front of the journal may answer in its place. */
type ForeignAnswer =
  | { status: number; headers?: OutgoingHttpHeaders; body?: string }
  /** To another origin, or to a path of the same one. */
  | { redirect: 'other-origin' | 'same-origin'; status: number }
  /** Closed before the answer, or in the middle of it. */
  | 'closed'
  | 'cut'
  /** From the journal, to an address without /api. */
  | 'stripped';

export const foreignPage = (title: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;

const text = (status: number, body: string): ForeignAnswer => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body,
});

const html = (status: number, title: string): ForeignAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: foreignPage(title),
});

const json = (status: number, value: unknown): ForeignAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** The pages of Cloudflare: https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/ */
const cloudflare = (status: number): ForeignAnswer => html(status, `Error ${status}`);

const ANSWERS = {
  // Traefik without a route, nginx without a site, an API gateway.
  '404-text': text(404, '404 page not found\n'),
  '404-html': html(404, '404 Not Found'),
  '404-json': json(404, { message: 'no Route matched with those values' }),
  '401': { status: 401 },
  '401-json': json(401, { message: 'Unauthorized' }),
  '403': html(403, '403 Forbidden'),
  '403-json': json(403, { error: 'Forbidden' }),
  '500': text(500, 'Internal Server Error'),
  '405': html(405, '405 Not Allowed'),
  '410': html(410, '410 Gone'),
  '413': html(413, '413 Request Entity Too Large'),
  '418': text(418, "I'm a teapot"),
  '429': html(429, '429 Too Many Requests'),
  '502': html(502, '502 Bad Gateway'),
  '503': html(503, '503 Service Temporarily Unavailable'),
  '504': html(504, '504 Gateway Time-out'),
  '520': cloudflare(520),
  '521': cloudflare(521),
  '522': cloudflare(522),
  '523': cloudflare(523),
  '524': cloudflare(524),
  '525': cloudflare(525),
  '526': cloudflare(526),
  '527': cloudflare(527),
  '530': cloudflare(530),
  '200-empty': { status: 200, headers: { 'content-length': '0' } },
  '200-page': html(200, 'Sign in to continue'),
  '200-json': json(200, { status: 'ok' }),
  '201-empty': { status: 201, headers: { 'content-length': '0' } },
  '204': { status: 204 },
  redirect: { redirect: 'other-origin', status: 302 },
  'redirect-308': { redirect: 'other-origin', status: 308 },
  'redirect-same-origin': { redirect: 'same-origin', status: 302 },
  closed: 'closed',
  cut: 'cut',
  // Traefik's StripPrefix, Caddy's handle_path, nginx's proxy_pass with a path.
  stripped: 'stripped',
} as const satisfies Record<string, ForeignAnswer>;

export type ForeignKind = keyof typeof ANSWERS;

/** All kinds, by name. */
export const FOREIGN_KINDS = Object.keys(ANSWERS) as ForeignKind[];

/** Where each kind of redirect leads, and where the journal is. */
export type Addresses = Record<'other-origin' | 'same-origin' | 'journal', string>;

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Answers in place of the journal. */
export function answerForeignly(
  kind: ForeignKind,
  { request, response }: Exchange,
  addresses: Addresses,
): void {
  // A client whose request is not read to its end may see a reset instead of the answer.
  request.resume();
  const answer: ForeignAnswer = ANSWERS[kind];
  if (answer === 'closed') {
    request.socket.destroy();
  } else if (answer === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"id":"', () => request.socket.destroy());
  } else if (answer === 'stripped') {
    answerStripped({ request, response }, addresses.journal);
  } else if ('redirect' in answer) {
    response.writeHead(answer.status, { location: addresses[answer.redirect] }).end();
  } else {
    response.writeHead(answer.status, { 'cache-control': 'no-store', ...answer.headers }).end(answer.body);
  }
}

/** Without the body of the request, which the journal does not read there. */
function answerStripped({ request, response }: Exchange, journal: string): void {
  const { method, url = '/', headers } = request;
  const { host, accept } = headers;
  const address = new URL(url.replace(/^\/api(?=\/)/, ''), journal);
  httpRequest(address, { method, agent: false, headers: { ...(accept && { accept }), host } })
    .on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' });
      answer.on('error', () => response.destroy()).pipe(response);
    })
    .on('error', () => response.destroy())
    .end();
}
