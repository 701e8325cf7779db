import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { StrictCookie } from './strict-cookie.js';

const NAME = 'token';
/** Seconds: as long as the session that it names. */
const MAX_AGE_S = 30 * 24 * 60 * 60;

/** The cookie that restores a session after a reload. Scripts cannot read it, and other sites cannot send it. */
@Injectable()
export class SessionCookie extends StrictCookie {
  constructor(config: GatewayConfig) {
    super(config, { name: NAME, path: '/', maxAge: MAX_AGE_S });
  }

  /**
   * The cookie's value. Throws `malformed_request` if there are two: another page of this host, on another port or under a
   * longer path, may have set one, and the two cannot be told apart.
   */
  read(request: FastifyRequest): string | undefined {
    const names = (request.headers.cookie ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim());
    if (names.filter((name) => name === NAME).length > 1) {
      throw new DomainError('malformed_request', problem(ACCOUNT_PROBLEMS.session_cookies));
    }
    return request.cookies[NAME];
  }
}
