import type { FastifyRequest } from 'fastify';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { GatewayConfig } from '../config.js';

type Address = Pick<GatewayConfig, 'PUBLIC_URL'>;

/** Decided by PUBLIC_URL, or by what a trusted proxy says. */
export function isOverHttps({ protocol }: FastifyRequest, { PUBLIC_URL }: Address): boolean {
  return PUBLIC_URL?.startsWith('https:') === true || protocol === 'https';
}

const FROM_OTHER_SITES = 'fromOtherSites';

/**
 * For a route to which another site leads a browser. The browser sends it no session cookie then, so the route has to
 * tell by other means whose browser it is.
 */
export const IsReachedFromOtherSites = (): MethodDecorator => RouteConfig({ [FROM_OTHER_SITES]: true });

/** Whether the route has the decorator above, and the request leads a browser to it rather than a script. */
export function isLedFromAnotherSite({ routeOptions, headers }: FastifyRequest): boolean {
  const { [FROM_OTHER_SITES]: isReached } = (routeOptions.config ?? {}) as { [FROM_OTHER_SITES]?: boolean };
  return isReached === true && (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate';
}

/**
 * Does the request come from a page of another origin? This includes other origins of the same site, whose requests
 * have the cookie. Browsers send this information (https://www.w3.org/TR/fetch-metadata/), except over plain http,
 * where `Origin` is used instead. Other clients send neither header, and no web page can use their cookies.
 */
export function isFromAnotherOrigin({ headers, host }: FastifyRequest, { PUBLIC_URL }: Address): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  const ownHosts = [host, PUBLIC_URL && new URL(PUBLIC_URL).host];
  return !ownHosts.includes(URL.canParse(origin) ? new URL(origin).host : origin);
}
