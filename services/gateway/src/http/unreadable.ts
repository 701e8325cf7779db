import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ANSWER_MARK } from '@inner-weather/domain/problems/answer-mark';
import { problem } from '@inner-weather/domain/problems/problem';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';
import type { Message } from '@inner-weather/languages/messages';
import { Logger } from '@nestjs/common';
import { toProblem } from './problem.js';

/** Node's error codes for requests that it stopped reading. Any other code means that the request is not HTTP. */
const KNOWN: Record<string, { status: number; message: Message }> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: REQUEST_PROBLEMS.address_too_long },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: REQUEST_PROBLEMS.request_late },
};

/** Other answers get these headers from hooks, which do not run for requests that cannot be read or routed. */
export const SAFE_HEADERS = {
  'Content-Security-Policy': "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  [ANSWER_MARK]: '1',
};

const logger = new Logger('refuseUnreadable');

/** Answers bytes that could not be parsed as a request in the same form as other errors, and closes the connection. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, message } = KNOWN[error.code ?? ''] ?? {
    status: 400,
    message: REQUEST_PROBLEMS.not_http,
  };
  logger.warn({ status, code: 'malformed_request', msg: 'unreadable request' });
  const safe = Object.entries(SAFE_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
  const refusal = new DomainError('malformed_request', problem(message));
  const body = JSON.stringify({ ...toProblem(refusal), status });
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
        `Content-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `${safe.join('')}Connection: close\r\n\r\n${body}`,
    );
  }
  socket.destroy(error);
}
