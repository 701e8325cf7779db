import { type ArgumentsHost, Catch, type ExceptionFilter, Logger, NotFoundException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toDomainError, toProblem } from './problem.js';
import { isApi, pathOf } from './api-address.js';
import { noteRefusal } from './request-hooks.js';

/** Sends every error as application/problem+json. For an unknown page it sends the UI, which shows the error. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger(ProblemFilter.name);

  constructor(private readonly servesUi: boolean) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (this.servesUi && error instanceof NotFoundException && wantsPage(request)) {
      void reply.status(200).sendFile('index.html');
      return;
    }
    const domainError = toDomainError(error);
    if (domainError.code === 'internal') this.logger.error(error);
    sendProblem(reply, error);
  }
}

export function sendProblem(reply: FastifyReply, error: unknown): void {
  const domainError = toDomainError(error);
  const problem = toProblem(domainError);
  noteRefusal(reply.request, domainError.code);
  if (domainError.retryAfter !== undefined)
    reply.header('retry-after', String(Math.ceil(domainError.retryAfter)));
  void reply
    .status(problem.status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/problem+json')
    .send(JSON.stringify(problem));
}

/** Whether the request is for a page, whose path the UI's router handles. A missing asset stays a 404. */
function wantsPage(request: FastifyRequest): boolean {
  const { method, url, headers } = request;
  const isPage = (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
  return isPage && !isApi(request) && !pathOf(url).startsWith('/assets/');
}
