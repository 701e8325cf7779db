import { type ArgumentsHost, Catch, type ExceptionFilter, Logger, NotFoundException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toDomainError, toProblem } from './problem.js';
import { isApi, pathOf } from './api-address.js';
import { noteRefusal } from './request-hooks.js';

/** Sends every error as application/problem+json. An unknown page is answered with the UI, which shows it. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger(ProblemFilter.name);

  constructor(private readonly servesUi: boolean) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (this.servesUi && error instanceof NotFoundException && wantsPage(request)) {
      void reply.status(200).header('cache-control', 'no-cache').sendFile('index.html');
      return;
    }
    const known = toDomainError(error);
    if (known.code === 'internal') this.logger.error(error);
    sendProblem(reply, error);
  }
}

export function sendProblem(reply: FastifyReply, error: unknown): void {
  const known = toDomainError(error);
  const problem = toProblem(known);
  noteRefusal(reply.request, known.code);
  if (known.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(known.retryAfter)));
  void reply
    .status(problem.status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/problem+json')
    .send(JSON.stringify(problem));
}

/** The UI's router handles its own paths. A missing asset stays a 404. */
function wantsPage(request: FastifyRequest): boolean {
  const { method, url, headers } = request;
  const isPage = (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
  return isPage && !isApi(request) && !pathOf(url).startsWith('/assets/');
}
