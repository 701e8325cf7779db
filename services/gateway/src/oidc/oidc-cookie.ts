import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { isOverHttps } from '../http/origin.js';

const NAME = 'oidc';
/** Seconds: as long as a sign-in at a provider may take. */
const MAX_AGE_S = 10 * 60;
/** The most characters of a cookie that is passed on; ours are shorter. */
const VALUE_MAX = 100;

/**
 * The cookie that binds a sign-in at a provider to the browser that began it. It is Lax, unlike the others: the provider
 * leads the browser back from another site, and the cookie has to come along.
 */
@Injectable()
export class OidcCookie {
  constructor(private readonly config: GatewayConfig) {}

  read({ cookies }: FastifyRequest): string | undefined {
    const value = cookies[NAME];
    return value !== undefined && value.length <= VALUE_MAX ? value : undefined;
  }

  set(request: FastifyRequest, reply: FastifyReply, value: string): void {
    reply.setCookie(NAME, value, { ...this.attributes(request), maxAge: MAX_AGE_S });
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    reply.clearCookie(NAME, this.attributes(request));
  }

  private attributes(request: FastifyRequest) {
    const secure = isOverHttps(request, this.config);
    return { httpOnly: true, sameSite: 'lax', path: '/api/oidc', secure } as const;
  }
}
