import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { StrictCookie } from '../sessions/strict-cookie.js';

/** Seconds: as long as a sign-in at a provider may take. */
const MAX_AGE_S = 10 * 60;
/** The most characters of a cookie that is passed on; ours are shorter. */
const VALUE_MAX = 100;

/**
 * The cookie that binds sign-ins at providers to the browser that began them: one secret for all its tabs. It ends ten
 * minutes after the last one has begun. It is Lax, unlike the others: the provider leads the browser back from another
 * site, and the cookie has to come along.
 */
@Injectable()
export class OidcCookie extends StrictCookie {
  constructor(config: GatewayConfig) {
    const names = { name: 'oidc', ownName: 'inner-weather-oidc' };
    super(config, { ...names, path: '/api/oidc', maxAge: MAX_AGE_S, sameSite: 'lax' });
  }

  read(request: FastifyRequest): string | undefined {
    return this.allValues(request).find((value) => value.length <= VALUE_MAX);
  }
}
