import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { isOverHttps } from '../http/origin.js';

interface Cookie {
  name: string;
  path: string;
  /** Seconds. */
  maxAge: number;
}

/** A cookie that scripts cannot read and other sites cannot send. */
export abstract class StrictCookie {
  constructor(
    private readonly config: GatewayConfig,
    private readonly cookie: Cookie,
  ) {}

  set(request: FastifyRequest, reply: FastifyReply, value: string): void {
    const { name, maxAge } = this.cookie;
    reply.setCookie(name, value, { ...this.attributes(request), maxAge });
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    reply.clearCookie(this.cookie.name, this.attributes(request));
  }

  private attributes(request: FastifyRequest) {
    const secure = isOverHttps(request, this.config);
    return { httpOnly: true, sameSite: 'strict', path: this.cookie.path, secure } as const;
  }
}
