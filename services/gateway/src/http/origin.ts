import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';

type Address = Pick<GatewayConfig, 'PUBLIC_URL'>;

/** By the address that people use, or by what a trusted proxy says. */
export function isOverHttps({ protocol }: FastifyRequest, { PUBLIC_URL }: Address): boolean {
  return PUBLIC_URL?.startsWith('https:') === true || protocol === 'https';
}

/**
 * Does a page of another origin ask, be it of the same site, whose requests carry the cookie? A browser says so itself
 * (https://www.w3.org/TR/fetch-metadata/), except over plain http, where `Origin` has to do. What is no browser says
 * nothing, and has no cookie that somebody else could use.
 */
export function isFromAnotherOrigin({ headers, host }: FastifyRequest, { PUBLIC_URL }: Address): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  const own = [host, PUBLIC_URL && new URL(PUBLIC_URL).host];
  return !own.includes(URL.canParse(origin) ? new URL(origin).host : origin);
}
