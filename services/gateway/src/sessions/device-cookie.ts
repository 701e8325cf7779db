import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { StrictCookie } from './strict-cookie.js';

const NAME = 'device';
/** Seconds: as long as a browser stays known after its last login. */
const MAX_AGE_S = 90 * 24 * 60 * 60;
/** The most characters of a cookie that is passed on; ours are shorter. */
const VALUE_MAX = 300;

/** The device cookie of the browser's last login; undefined if it is absent or too long. */
export function deviceOf({ cookies }: FastifyRequest): string | undefined {
  const value = cookies[NAME];
  return value !== undefined && value.length <= VALUE_MAX ? value : undefined;
}

/**
 * The cookie by which a login recognises a browser, so that failed logins elsewhere do not lock its users out. It does not
 * sign the user in, and it outlives the session. Scripts cannot read it, and other sites cannot send it.
 */
@Injectable()
export class DeviceCookie extends StrictCookie {
  constructor(config: GatewayConfig) {
    super(config, { name: NAME, path: '/api', maxAge: MAX_AGE_S });
  }
}
