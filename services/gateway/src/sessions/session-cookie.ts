import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { isOverHttps } from '../http/origin.js';

const NAME = 'token';
/** Seconds: as long as the session that it names. */
const MAX_AGE_S = 30 * 24 * 60 * 60;

/** The cookie that brings a session back after a reload. Scripts cannot read it, other sites cannot send it. */
@Injectable()
export class SessionCookie {
  constructor(private readonly config: GatewayConfig) {}

  read(request: FastifyRequest): string | undefined {
    return request.cookies[NAME];
  }

  set(request: FastifyRequest, reply: FastifyReply, value: string): void {
    reply.setCookie(NAME, value, { ...this.attributes(request), maxAge: MAX_AGE_S });
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    reply.clearCookie(NAME, this.attributes(request));
  }

  private attributes(request: FastifyRequest) {
    const secure = isOverHttps(request, this.config);
    return { httpOnly: true, sameSite: 'strict', path: '/', secure } as const;
  }
}
