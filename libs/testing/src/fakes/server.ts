import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request that the server received. */
export interface SeenRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  /** The parsed JSON; null when there is no body. */
  body: unknown;
}

export interface Reply {
  status?: number;
  /** Sent as JSON. A string is sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The delay of the answer in milliseconds. */
  delayMs?: number;
  /** Holds the answer until this promise is fulfilled. */
  until?: Promise<unknown>;
  /** Closes the connection instead of answering. */
  hangUp?: boolean;
}

/** A reply that comes when `send` is called. */
export function heldReply(reply: Reply): Reply & { send: () => void } {
  let send = (): void => undefined;
  const until = new Promise<void>((resolve) => (send = resolve));
  return { ...reply, until, send };
}

/** Where a fake listens: by default on any free port of loopback. */
export interface Address {
  host?: string;
  port?: number;
}

/**
 * A real HTTP server on loopback that answers like a provider. It sends the scripted replies of a test first, in their
 * order, and then the default ones. Other processes read the requests so far at `GET /__seen`.
 */
export class FakeServer {
  readonly seen: SeenRequest[] = [];
  /** The delay of replies that have no own delay, in milliseconds. */
  delayMs = 0;
  private scriptedReplies: Reply[] = [];
  private readonly server = createServer((request, response) => void this.serve(request, response));

  private constructor(private readonly defaultReply: (request: SeenRequest) => Reply) {}

  static async start(
    defaultReply: (request: SeenRequest) => Reply,
    { host = '127.0.0.1', port = 0 }: Address = {},
  ): Promise<FakeServer> {
    const fake = new FakeServer(defaultReply);
    await new Promise<void>((resolve) => fake.server.listen(port, host, resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sets the next replies. */
  script(...replies: Reply[]): void {
    this.scriptedReplies = replies;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readText(request);
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const body = text === '' ? null : (JSON.parse(text) as unknown);
    if (pathname === '/__seen') {
      send(response, { body: this.seen });
      return;
    }
    const query = Object.fromEntries(searchParams);
    const seenRequest = {
      method: request.method ?? '',
      path: pathname,
      query,
      headers: request.headers,
      body,
    };
    this.seen.push(seenRequest);
    const reply = this.scriptedReplies.shift() ?? this.defaultReply(seenRequest);
    const { delayMs = this.delayMs } = reply;
    await reply.until;
    if (delayMs) await sleep(delayMs, undefined, { ref: false });
    if (reply.hangUp) request.socket.destroy();
    else send(response, reply);
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, { status = 200, body, headers = {} }: Reply): void {
  const type = typeof body === 'string' ? 'text/html' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
}
