import { createECDH, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { decrypt } from 'http_ece';

/** A message that arrived for a browser, decrypted as the browser would. */
export interface PushDelivery {
  /** The last part of the subscription's endpoint. */
  id: string;
  at: number;
  topic: string;
  ttlS: number;
  urgency: string;
  /** The subject of the sender's token. */
  subject: string;
  payload: Record<string, unknown>;
}

export interface PushReply {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  delayMs?: number;
}

/**
 * A push service on loopback with browsers that are subscribed to it. It refuses messages that are not encrypted for the
 * browser, or whose token (RFC 8292) is not signed or not meant for it.
 * @param tls in PEM, for 127.0.0.1
 */
export async function startFakePush(tls: { cert: string; key: string }) {
  const browsers = new Map<string, { ecdh: ECDH; auth: string }>();
  const deliveries: PushDelivery[] = [];
  const refused: string[] = [];
  let answer: (id: string, delivery: PushDelivery) => PushReply = () => ({ status: 201 });

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bytesOf(request);
    const id = (request.url ?? '').slice('/push/'.length);
    const browser = browsers.get(id);
    const reply = browser ? replyTo(id, browser, request, body) : { status: 404 };
    if (reply.delayMs) await sleep(reply.delayMs, undefined, { ref: false });
    response.writeHead(reply.status, reply.headers).end(reply.body);
  };

  const replyTo = (
    id: string,
    { ecdh, auth }: { ecdh: ECDH; auth: string },
    { headers }: IncomingMessage,
    body: Buffer,
  ): PushReply => {
    try {
      const text = decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth }).toString();
      const delivery = {
        id,
        at: Date.now(),
        topic: String(headers.topic),
        ttlS: Number(headers.ttl),
        urgency: String(headers.urgency),
        subject: subjectOf(headers.authorization, url()),
        payload: JSON.parse(text) as Record<string, unknown>,
      };
      const reply = answer(id, delivery);
      if (reply.status === 201) deliveries.push(delivery);
      return reply;
    } catch (error) {
      refused.push(String(error));
      return { status: 403 };
    }
  };

  const server = createServer(tls, (request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = (): string => `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url(),
    /** For REMINDERS_PUSH_HOSTS. */
    host: new URL(url()).host,
    /** Messages that were accepted, in their order. */
    deliveries,
    /** Why messages were refused that no sender of ours should send. */
    refused,
    /** Answers from now on. Accepted is what gets 201. */
    answerWith: (reply: typeof answer): void => {
      answer = reply;
    },
    /** What a browser's PushSubscription has after it subscribed. */
    subscribe: () => {
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys('base64url');
      const auth = randomBytes(16).toString('base64url');
      const id = randomBytes(16).toString('base64url');
      browsers.set(id, { ecdh, auth });
      return { id, endpoint: `${url()}/push/${id}`, keys: { p256dh, auth } };
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type FakePush = Awaited<ReturnType<typeof startFakePush>>;

/** Checks `vapid t=<token>, k=<public key>` and returns the token's subject. */
function subjectOf(authorization = '', origin: string): string {
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
    string,
    unknown
  >;
  if (!isSigned) throw new Error('the token is not signed by its key');
  if (aud !== origin) throw new Error('the token is for another push service');
  if (!(Number(exp) * 1_000 > Date.now())) throw new Error('the token has expired');
  return String(sub);
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
