import type { FastifyRequest } from 'fastify';

/**
 * The access token of a request, if it sends one; it may be misformed. `Authorization` is the only place for it. Other
 * contents of that header are ignored: a proxy may ask for a password of its own there.
 */
export function accessTokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +(iw_\S*) *$/i.exec(headers.authorization ?? '')?.[1];
}
