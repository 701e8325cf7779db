import { type ArgumentsHost, Catch, type ExceptionFilter, Logger, NotFoundException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toDomainError, toProblem } from './problem.js';
import { isApi, noteRefusal } from './request-hooks.js';

/** Every error leaves as application/problem+json; a page that nobody knows is the UI's to show. */
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

/** The UI's router knows its own addresses; a missing file is a missing file. */
function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? '';
  const isPage = method === 'GET' || method === 'HEAD';
  return (
    isPage && !isApi(path) && !path.startsWith('/assets/') && (headers.accept ?? '').includes('text/html')
  );
}
