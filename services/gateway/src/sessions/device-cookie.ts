import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { StrictCookie } from './strict-cookie.js';

const NAME = 'device';
/** Seconds: as long as a browser stays known after its last login. */
const MAX_AGE_S = 90 * 24 * 60 * 60;
/** Characters; ours have fewer. */
const VALUE_MAX = 300;

/** The cookie that the browser was given at its last login; undefined without one, and for one that is too long. */
export function deviceOf({ cookies }: FastifyRequest): string | undefined {
  const value = cookies[NAME];
  return value !== undefined && value.length <= VALUE_MAX ? value : undefined;
}

/**
 * The cookie by which a login recognises a browser, so that failed logins of others do not keep its people out. It
 * signs nobody in, and outlives the session. Scripts cannot read it, other sites cannot send it.
 */
@Injectable()
export class DeviceCookie extends StrictCookie {
  constructor(config: GatewayConfig) {
    super(config, { name: NAME, path: '/api', maxAge: MAX_AGE_S });
  }
}
