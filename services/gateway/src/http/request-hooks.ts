import { DomainError } from '@inner-weather/contracts/errors';
import { newContext, runInContext, type WorkContext } from '@inner-weather/platform/context';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { GatewayConfig } from '../config.js';
import { isFromAnotherOrigin, isOverHttps } from './origin.js';

/** A request id of a client's that may go into logs and messages. */
const SANE_ID = /^[\w.-]{1,100}$/;
/** Every body of ours is flat; a client may send more than we read, within reason. */
const DEPTH_MAX = 16;
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Is this address the API's? Everything else is the UI's. */
export const isApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url);

const contexts = new WeakMap<FastifyRequest, WorkContext>();

/** RFC 6797: two years, for this host alone. */
const STAY_WITH_HTTPS = 'max-age=63072000';

/**
 * Gives every request its flow of work, refuses other sites' pages, checks the shape of the body, and writes one line
 * about it all when it is done.
 */
export function addRequestHooks(fastify: FastifyInstance, logger: Logger, config: GatewayConfig): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const given = request.headers['x-request-id'];
    const context = newContext(typeof given === 'string' && SANE_ID.test(given) ? given : undefined);
    const { traceparent } = request.headers;
    if (typeof traceparent === 'string' && TRACEPARENT.test(traceparent)) context.traceparent = traceparent;
    contexts.set(request, context);
    reply.header('x-request-id', context.correlationId);
    if (isApi(request.url)) reply.header('cache-control', 'no-store');
    if (isOverHttps(request, config)) reply.header('strict-transport-security', STAY_WITH_HTTPS);
    const refused = isApi(request.url) && isFromAnotherOrigin(request, config);
    runInContext(context, () => done(refused ? foreign() : undefined));
  });
  // Reading the body leaves the context: it ends in the socket's.
  fastify.addHook('preValidation', (request, _reply, done) => {
    runInContext(contexts.get(request) ?? newContext(), () => done(bodyProblem(request)));
  });
  let stopping = false;
  fastify.addHook('preClose', (done) => {
    stopping = true;
    done();
  });
  // A connection that is busy when the server closes would stay open afterwards, and the process with it.
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping) reply.header('connection', 'close');
    done(null, payload);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    runInContext(contexts.get(request) ?? newContext(), () => {
      // The route's pattern, never the address: that holds ids, dates and emails.
      logger.info(
        { method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'request',
      );
    });
    done();
  });
}

const foreign = (): DomainError =>
  new DomainError('forbidden', 'The journal answers to its own pages, not to those of another site.');

function bodyProblem({ body }: FastifyRequest): DomainError | undefined {
  if (body === undefined) return undefined;
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    return new DomainError('malformed_request', 'The body must be a JSON object.');
  // What comes after this walks the body by recursion, and would run out of stack.
  if (isDeeperThan(DEPTH_MAX, body))
    return new DomainError('malformed_request', 'The body is nested too deeply.');
  return undefined;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
