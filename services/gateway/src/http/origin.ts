import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';

type Address = Pick<GatewayConfig, 'PUBLIC_URL'>;

/** Decided by PUBLIC_URL, or by what a trusted proxy says. */
export function isOverHttps({ protocol }: FastifyRequest, { PUBLIC_URL }: Address): boolean {
  return PUBLIC_URL?.startsWith('https:') === true || protocol === 'https';
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
