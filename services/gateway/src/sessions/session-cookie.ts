import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { LIMITS } from '@inner-weather/domain/limits';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { StrictCookie, valuesOf } from './strict-cookie.js';

/** The name in the specification, which half of all services use. */
const NAME = 'token';
const OWN_NAME = 'inner-weather';
/** Seconds: as long as the session that it names, if that is not used meanwhile. */
const MAX_AGE_S = LIMITS.sessionDays * 24 * 60 * 60;

type RestoredSession = Pick<SessionGrant, 'cookie' | 'isRenewed'>;

/** The form of our values: the id of a session and its secret. */
const OURS = /^[\da-f-]{36}\.[\w-]{1,100}$/;
/** The most values of one request that are tried. */
const TRIED_MAX = 4;

/**
 * The cookie that restores a session after a reload. Scripts cannot read it, and other sites cannot send it. It is set
 * under two names: the documented one, and one of our own, which wins. A neighbour, which is another service or another
 * installation on the same host, may replace the first; neither is confused by the other's, nor deletes it.
 */
@Injectable()
export class SessionCookie extends StrictCookie {
  constructor(config: GatewayConfig) {
    super(config, { name: NAME, ownName: OWN_NAME, path: '/', maxAge: MAX_AGE_S });
  }

  /** The values that may name a session here, the likeliest first. */
  read(request: FastifyRequest): string[] {
    const values = this.allValues(request).filter((value) => OURS.test(value));
    return [...new Set(values)].slice(0, TRIED_MAX);
  }

  /**
   * Call it with a session that was restored. Sets its cookie again if the session was renewed, and if the cookie lacks
   * our own name or another value has that.
   */
  keep(request: FastifyRequest, reply: FastifyReply, { cookie, isRenewed }: RestoredSession): void {
    const hasOwnName = valuesOf(request, this.ownNameFor(request)).includes(cookie);
    if (isRenewed || !hasOwnName) this.set(request, reply, cookie);
  }

  /** Also after a session has ended that the browser has only the token of. Leaves a neighbour's cookie as it is. */
  override clear(request: FastifyRequest, reply: FastifyReply): void {
    const ownName = this.ownNameFor(request);
    const own = valuesOf(request, ownName);
    const shared = valuesOf(request, NAME);
    const isNeighbours = !shared.some((value) => (own.length > 0 ? own.includes(value) : OURS.test(value)));
    if (own.length > 0) reply.clearCookie(ownName, this.attributes(request));
    if (shared.length > 0 && !isNeighbours) reply.clearCookie(NAME, this.attributes(request));
  }

  /** The documented name is first, for clients that take the first cookie. */
  protected override namesToSet(request: FastifyRequest): string[] {
    const ownName = this.ownNameFor(request);
    return this.config.SHARED_HOST ? [ownName] : [NAME, ownName];
  }
}
