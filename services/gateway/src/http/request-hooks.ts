import { DomainError, type ErrorCode } from '@inner-weather/contracts/errors';
import {
  newContext,
  newTraceparent,
  parseTraceparent,
  runInContext,
  type WorkContext,
} from '@inner-weather/platform/context';
import { type Span, startSpan } from '@inner-weather/platform/telemetry/spans';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { GatewayConfig } from '../config.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { requestDuration } from './metrics.js';
import { isFromAnotherOrigin, isOverHttps } from './origin.js';

/** A request id of a client's that may go into logs and messages. */
const SANE_ID = /^[\w.-]{1,100}$/;
/** Every body of ours is flat; a client may send more than we read, within reason. */
const DEPTH_MAX = 16;

/** Is this address the API's? Everything else is the UI's. */
export const isApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url);

const contexts = new WeakMap<FastifyRequest, WorkContext>();
const spans = new WeakMap<FastifyRequest, Span>();
const refusals = new WeakMap<FastifyRequest, ErrorCode>();

/** What the line about this request says it was refused for. */
export function noteRefusal(request: FastifyRequest, code: ErrorCode): void {
  refusals.set(request, code);
}

/** RFC 6797: two years, for this host alone. */
const STAY_WITH_HTTPS = 'max-age=63072000';

/**
 * Gives every request its flow of work and its span, refuses other sites' pages, checks the shape of the body, and
 * counts it and writes one line about it when it is done.
 */
export function addRequestHooks(fastify: FastifyInstance, logger: Logger, config: GatewayConfig): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const id = request.headers['x-request-id'];
    const context = newContext(typeof id === 'string' && SANE_ID.test(id) ? id : undefined);
    const { traceparent } = request.headers;
    const given = parseTraceparent(traceparent) ? String(traceparent) : undefined;
    context.traceparent = beginSpan(request, given) ?? given ?? newTraceparent();
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
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (stopping) reply.header('connection', 'close');
    const rateLimit = contexts.get(request)?.rateLimit;
    if (rateLimit) reply.header('ratelimit', rateLimit.limit).header('ratelimit-policy', rateLimit.policy);
    done(null, payload);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the address: that holds ids, dates and emails.
    const { method, routeOptions } = request;
    const { statusCode: status, elapsedTime } = reply;
    runInContext(contexts.get(request) ?? newContext(), () => {
      const ms = Math.round(elapsedTime);
      const userId = (request as { user?: SignedIn }).user?.user.id;
      logger.info(
        { method, route: routeOptions.url, status, code: refusals.get(request), userId, ms },
        'request',
      );
    });
    requestDuration.observe({ method, route: routeOptions.url ?? 'none', status }, elapsedTime / 1_000);
    endSpan(request, reply);
    done();
  });
}

const foreign = (): DomainError =>
  new DomainError('forbidden', 'The journal answers to its own pages, not to those of another site.');

/** The traceparent for everything below. The UI's files are nobody's work, and have no span. */
function beginSpan(request: FastifyRequest, parent: string | undefined): string | undefined {
  if (!isApi(request.url)) return undefined;
  const { method, protocol, routeOptions } = request;
  const attributes = {
    'http.request.method': method,
    'http.route': routeOptions.url,
    'url.scheme': protocol,
  };
  const name = routeOptions.url ? `${method} ${routeOptions.url}` : method;
  const span = startSpan(name, { kind: 'server', attributes, parent });
  spans.set(request, span);
  return span.traceparent;
}

function endSpan(request: FastifyRequest, { statusCode }: FastifyReply): void {
  const span = spans.get(request);
  span?.set({ 'http.response.status_code': statusCode });
  if (statusCode >= 500) span?.fail(String(statusCode));
  span?.end();
}

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
