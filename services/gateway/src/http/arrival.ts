import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { takesPhoto } from './bodies.js';
import { refuseUnreadable } from './unreadable.js';

type Times = Pick<GatewayConfig, 'REQUEST_TIMEOUT_MS'>;

/** Milliseconds in which a photo must arrive, from a phone with a bad connection. Media ends one that stalls for a minute. */
const PHOTO_MS = 10 * 60_000;

/** Bytes of a request's headers. A sign-in in front may add as many cookies as nginx passes on by default. */
const HEADER_BYTES_MAX = 32 * 1024;

/**
 * How long a request may take to arrive, and how long its headers may be. Node knows one time for all of them and checks
 * its connections only at an interval, so this is that of photos, and `boundArrival` ends all others earlier.
 */
export function arrivalOf({ REQUEST_TIMEOUT_MS }: Times) {
  const third = Math.ceil(REQUEST_TIMEOUT_MS / 3);
  const requestTimeout = Math.max(PHOTO_MS, REQUEST_TIMEOUT_MS);
  const times = { requestTimeout, headersTimeout: third, connectionsCheckingInterval: third };
  return { requestTimeout, http: { ...times, maxHeaderSize: HEADER_BYTES_MAX } };
}

/** Ends a request whose body takes too long, except a photo's. */
export function boundArrival(fastify: FastifyInstance, { REQUEST_TIMEOUT_MS }: Times): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    if (hasBody(raw) && !takesPhoto(request)) {
      const late = setTimeout(() => {
        if (!raw.complete) refuseUnreadable(LATE, raw.socket);
      }, REQUEST_TIMEOUT_MS).unref();
      raw.once('close', () => clearTimeout(late));
    }
    done();
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** As Node reports it. */
const LATE = Object.assign(new Error('the request is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
