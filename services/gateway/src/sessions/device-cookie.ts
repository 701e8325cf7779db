import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { StrictCookie, valuesOf } from './strict-cookie.js';

const NAME = 'device';
const OWN_NAME = 'inner-weather-device';
const OWN_NAMES = /^(__Secure-)?inner-weather-device(-\d+)?$/;
/** Seconds: as long as a browser stays known after its last login. */
const MAX_AGE_S = 90 * 24 * 60 * 60;
/** The most characters of a cookie that is passed on; ours are shorter. */
const VALUE_MAX = 300;

/**
 * The device cookie of the browser's last login; undefined if it is absent or too long. With several, which other
 * installations on this host may have set, auth finds its own secret among theirs.
 */
export function deviceOf(request: Pick<FastifyRequest, 'headers'>): string | undefined {
  const values = [OWN_NAMES, NAME].flatMap((name) => valuesOf(request, name));
  return (
    values
      .filter((value) => value.length <= VALUE_MAX)
      .join('.')
      .slice(0, VALUE_MAX) || undefined
  );
}

/**
 * The cookie by which a login recognises a browser, so that failed logins elsewhere do not lock its users out. It does not
 * sign the user in, and it outlives the session. Scripts cannot read it, and other sites cannot send it.
 */
@Injectable()
export class DeviceCookie extends StrictCookie {
  constructor(config: GatewayConfig) {
    super(config, { name: NAME, ownName: OWN_NAME, path: '/api', maxAge: MAX_AGE_S });
  }
}
