import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyCookie from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { PassOnFilter, validationPipe } from '@inner-weather/platform/errors';
import { createLogger, NestLogger } from '@inner-weather/platform/logging';
import { AmqpServer } from '@inner-weather/platform/transport/amqp-server';
import { problem } from '@inner-weather/domain/problems/problem';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppModule } from './app.module.js';
import type { GatewayConfig } from './config.js';
import { arrivalOf, boundArrival } from './http/arrival.js';
import { tagAnswers } from './headers/etag.js';
import { compressAnswers } from './http/compression.js';
import { addRequestHooks, beginDraining } from './http/request-hooks.js';
import { BODY_BYTES_MAX, boundBodies, takesForm, takesPhoto } from './http/bodies.js';
import { ProblemFilter, sendProblem } from './http/problem.filter.js';
import { refuseUnreadable, SAFE_HEADERS } from './http/unreadable.js';
import { addSecurityHeaders } from './http/security-headers.js';
import { BadBodies } from './limits/bad-bodies.js';
import { buildDocument } from './openapi/document.js';
import type { OpenAPIObject } from '@nestjs/swagger';
import { KnownBrowsers } from './sessions/known-browsers.js';

/** The gateway, built and not yet started. */
export async function createApp(
  config: GatewayConfig,
  logger = createLogger('gateway', config.LOG_LEVEL),
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    trustProxy: trustOf(config),
    bodyLimit: BODY_BYTES_MAX,
    ...arrivalOf(config),
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error: FastifyError, _request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(reply.headers(SAFE_HEADERS), unroutable(error)),
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(config), adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
  });
  const badBodies = new BadBodies(config, app.get(KnownBrowsers));
  boundBodies(adapter.getInstance());
  boundArrival(adapter.getInstance(), config);
  readOnlyJson(adapter.getInstance(), badBodies);
  passPhotosOn(adapter.getInstance());
  addSecurityHeaders(adapter.getInstance(), config);
  addRequestHooks(adapter.getInstance(), logger, config, badBodies);
  await app.register(fastifyCookie);
  tagAnswers(adapter.getInstance());
  await compressAnswers(adapter.getInstance());
  const servesUi = await serveUi(app, config);
  if (servesUi) sendSharesBack(adapter.getInstance());
  app.setGlobalPrefix('api', { exclude: ['health/live', 'health/ready'] });
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new ProblemFilter(servesUi));
  const microservice = app.connectMicroservice(
    { strategy: app.get(AmqpServer) },
    // Initialises later, so that the pipe and the filter are already in place.
    { deferInitialization: true },
  );
  microservice.useGlobalPipes(validationPipe());
  microservice.useGlobalFilters(new PassOnFilter());
  return app;
}

/** Starts the app of `createApp`. Starts consumers, then listens for HTTP. */
export async function startApp(app: NestFastifyApplication, { PORT, HOST }: GatewayConfig): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  let document: OpenAPIObject | undefined;
  // Made when it is first asked for: that takes as long as a tenth of the start.
  fastify.get('/api/openapi.json', (_request, reply) => reply.send((document ??= buildDocument(app))));
  await app.startAllMicroservices();
  await app.listen(PORT, HOST);
}

/** Closes the connections of a serving app one by one: see http/draining.ts. */
export function drainApp(app: NestFastifyApplication): void {
  beginDraining(app.getHttpAdapter().getInstance());
}

async function serveUi(app: NestFastifyApplication, { WEB_DIST }: GatewayConfig): Promise<boolean> {
  if (!WEB_DIST || !existsSync(join(WEB_DIST, 'index.html'))) return false;
  await app.register(fastifyStatic, {
    root: WEB_DIST,
    cacheControl: false,
    acceptRanges: false,
    // The build adds a .br and a .gz next to each file that compresses well. They are never served directly.
    preCompressed: true,
    allowedPath: (path) => !/\.(?:br|gz)$/.test(path),
    setHeaders: (reply, path) => {
      // Names of built assets contain a hash of their contents.
      const caching = path.startsWith(join(WEB_DIST, 'assets'))
        ? 'public, max-age=31536000, immutable'
        : 'no-cache';
      // A content delivery network must add nothing: the service worker keeps a file only as it was built.
      reply.header('cache-control', `${caching}, no-transform`);
    },
  });
  return true;
}

/**
 * What other apps share is posted here, and the service worker takes it. Without one, or if a page of another site posts it,
 * nothing of it is read or kept: the journal opens and says so. See web/src/lib/share/receive.ts.
 */
function sendSharesBack(fastify: FastifyInstance): void {
  const toJournal = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await reply.header('cache-control', 'no-store').redirect('/journal?share=missed', 303);
  };
  // Before the body is read. The handler is never called, since the hook has answered.
  fastify.post('/share', { onRequest: toJournal }, toJournal);
}

/** The error for a path that the router refuses: an id that is too long, or a bad percent-encoding. */
function unroutable({ code }: FastifyError): DomainError {
  return code === 'FST_ERR_MAX_PARAM_LENGTH'
    ? new DomainError('not_found', problem(REQUEST_PROBLEMS.not_found))
    : new DomainError('malformed_request', problem(REQUEST_PROBLEMS.address_unreadable));
}

/**
 * Forms and plain text, which any other site could send, are refused, but where a route takes a form; a JSON body may be
 * absent (a DELETE's).
 */
function readOnlyJson(fastify: FastifyInstance, badBodies: BadBodies): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    const refusal = badBodies.arrive(request);
    if (refusal) done(refusal);
    else if (body === '') done(null, undefined);
    else void parse(request, body, done);
  });
  fastify.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string' },
    (request, body: string, done) => {
      const refusal = takesForm(request)
        ? badBodies.arrive(request)
        : new DomainError('unsupported_media_type', problem(REQUEST_PROBLEMS.body_not_json));
      const isEncoded = request.headers['content-type']?.startsWith('application/');
      if (refusal) done(refusal);
      // No route reads a form in parts: mailboxes send one to a link whose secret is in its address.
      else done(null, isEncoded ? Object.fromEntries(new URLSearchParams(body)) : {});
    },
  );
}

/** A photo is not read here, but passed on as it arrives. No other route takes one. */
function passPhotosOn(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(/^image\//, (request, body, done) => {
    if (takesPhoto(request)) done(null, body);
    else done(new DomainError('unsupported_media_type', problem(REQUEST_PROBLEMS.body_not_json)));
  });
}

/** Converts a number of hops to the function that Fastify expects. */
function trustOf({
  TRUST_PROXY,
}: GatewayConfig): boolean | string | ((address: string, hop: number) => boolean) {
  return typeof TRUST_PROXY === 'number' ? (_address, hop) => hop < TRUST_PROXY : TRUST_PROXY;
}
