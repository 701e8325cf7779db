import { DomainError, type ErrorCode } from '@inner-weather/contracts/messaging/errors';
import {
  newContext,
  newTraceparent,
  parseTraceparent,
  runInContext,
  type WorkContext,
} from '@inner-weather/platform/context';
import { type Span, startSpan } from '@inner-weather/platform/telemetry/spans';
import { ANSWER_MARK } from '@inner-weather/domain/problems/answer-mark';
import { problem } from '@inner-weather/domain/problems/problem';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { GatewayConfig } from '../config.js';
import type { SignedIn } from '../sessions/signed-in.js';
import type { BadBodies } from '../limits/bad-bodies.js';
import { UnsentAnswers } from '../limits/unsent-answers.js';
import { isApi } from './api-address.js';
import { isOwnHost } from './host.js';
import { isFromAnotherOrigin, isLedFromAnotherSite, isOverHttps } from './origin.js';
import { takesPhoto } from './bodies.js';
import { PHOTO_READ_ON_MAX, readOn } from './read-on.js';
import { shapeProblem } from './shape.js';
import { histogram } from '@inner-weather/platform/metrics';

/**
 * Seconds from a request's first byte to the end of its answer. `route` is the pattern, or `none` if no route matched.
 */
const requestDuration = histogram(
  {
    name: 'http_server_request_duration_seconds',
    help: 'Requests at the door, from their first byte to the end of the answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  { of: 'gateway' },
);

const drainingServers = new WeakSet<FastifyInstance>();

/**
 * From now on every answer has `Connection: close`, so that clients open their next connection to another gateway. Idle
 * connections are not closed, because a request may just be on its way over one of them.
 */
export function beginDraining(fastify: FastifyInstance): void {
  drainingServers.add(fastify);
}

const isDraining = (fastify: FastifyInstance): boolean => drainingServers.has(fastify);

/** The form of a client's request id that is accepted for logs and messages. */
const VALID_REQUEST_ID = /^[\w.-]{1,100}$/;
/**
 * Answered under any host name, since orchestrators ask by address or service name. The answers hold no personal data.
 */
const HEALTH = ['/health/live', '/health/ready'];

const contexts = new WeakMap<FastifyRequest, WorkContext>();
const spans = new WeakMap<FastifyRequest, Span>();
const refusals = new WeakMap<FastifyRequest, ErrorCode>();

/** Stores the error code of a refusal for the log line of this request. */
export function noteRefusal(request: FastifyRequest, code: ErrorCode): void {
  refusals.set(request, code);
}

/** RFC 6797: two years, without subdomains. */
const STAY_WITH_HTTPS = 'max-age=63072000';

/**
 * Those of Fastify, its compression, tracing and ours that wait for the end of one answer. Node takes more than ten for a
 * leak, but they end with the answer.
 */
const ANSWER_LISTENERS = 20;

/**
 * Gives every request its context and its span, marks the answer as ours, refuses unknown host names and pages of other
 * sites, checks the shape of the body, and at the end counts the request and logs one line about it.
 */
export function addRequestHooks(
  fastify: FastifyInstance,
  logger: Logger,
  config: GatewayConfig,
  badBodies: BadBodies,
): void {
  const unsent = new UnsentAnswers(config);
  fastify.addHook('onRequest', (request, reply, done) => {
    const id = request.headers['x-request-id'];
    const context = newContext(typeof id === 'string' && VALID_REQUEST_ID.test(id) ? id : undefined);
    const { traceparent } = request.headers;
    const validTraceparent = parseTraceparent(traceparent) ? String(traceparent) : undefined;
    context.traceparent = beginSpan(request, validTraceparent) ?? validTraceparent ?? newTraceparent();
    contexts.set(request, context);
    reply.raw.setMaxListeners(ANSWER_LISTENERS);
    reply.header('x-request-id', context.correlationId).header(ANSWER_MARK, '1');
    if (isApi(request)) reply.header('cache-control', 'no-store');
    if (isOverHttps(request, config)) reply.header('strict-transport-security', STAY_WITH_HTTPS);
    const refusal = refusalOf(request, config) ?? badBodies.begin(request);
    runInContext(context, () => done(refusal));
  });
  // Reading the body loses the context of the request, because its events run in the context of the socket.
  fastify.addHook('preValidation', (request, _reply, done) => {
    runInContext(contexts.get(request) ?? newContext(), () => done(shapeProblem(request)));
  });
  fastify.addHook('preClose', (done) => {
    beginDraining(fastify);
    done();
  });
  // A connection that is busy when the server closes would stay open and keep the process alive.
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (isDraining(fastify)) reply.header('connection', 'close');
    const rateLimit = contexts.get(request)?.rateLimit;
    if (rateLimit) reply.header('ratelimit', rateLimit.limit).header('ratelimit-policy', rateLimit.policy);
    const refusal = unsent.begin(request, reply, payload);
    if (refusal) return done(refusal);
    if (request.raw.complete) return done(null, payload);
    void readOn(request.raw, takesPhoto(request) ? PHOTO_READ_ON_MAX : undefined).then(() => {
      // The rest of the body is not awaited, because it could take any amount of time.
      if (!request.raw.complete) reply.header('connection', 'close');
      done(null, payload);
    });
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    // Logs the route's pattern and never the URL, which has ids, dates and emails.
    const { method, routeOptions } = request;
    const { statusCode: status, elapsedTime } = reply;
    runInContext(contexts.get(request) ?? newContext(), () => {
      const ms = Math.round(elapsedTime);
      const signedIn = (request as { user?: SignedIn }).user;
      const [userId, accessTokenId] = [signedIn?.user.id, signedIn?.accessTokenId];
      logger.info(
        { method, route: routeOptions.url, status, code: refusals.get(request), userId, accessTokenId, ms },
        'request',
      );
    });
    requestDuration().observe({ method, route: routeOptions.url ?? 'none', status }, elapsedTime / 1_000);
    endSpan(request, reply);
    badBodies.end(request, refusals.get(request));
    done();
  });
}

/** The refusal of a request for an unknown host name, or from a page of another site. */
function refusalOf(request: FastifyRequest, config: GatewayConfig): DomainError | undefined {
  const { headers, routeOptions } = request;
  if (HEALTH.includes(routeOptions.url ?? '')) return undefined;
  // Only the header itself counts: a page could also set the headers that are trusted from a proxy.
  if (!isOwnHost(headers.host, config)) {
    return new DomainError('forbidden', problem(REQUEST_PROBLEMS.wrong_host));
  }
  if (isApi(request) && isFromAnotherOrigin(request, config) && !isLedFromAnotherSite(request)) {
    return new DomainError('forbidden', problem(REQUEST_PROBLEMS.wrong_origin));
  }
  return undefined;
}

/** The traceparent for everything that follows. Requests for files of the UI have no span. */
function beginSpan(request: FastifyRequest, parent: string | undefined): string | undefined {
  if (!isApi(request)) return undefined;
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
