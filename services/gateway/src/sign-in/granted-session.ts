import type { TokenDto } from '@inner-weather/contracts/accounts/sign-in.dto';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DeviceCookie } from '../sessions/device-cookie.js';
import { KnownBrowsers } from '../sessions/known-browsers.js';
import { SessionCookie } from '../sessions/session-cookie.js';

/** Answers a session that was just opened: the token in the body, the rest in cookies. */
@Injectable()
export class GrantedSession {
  constructor(
    private readonly cookie: SessionCookie,
    private readonly device: DeviceCookie,
    private readonly browsers: KnownBrowsers,
  ) {}

  answer(grant: SessionGrant, request: FastifyRequest, reply: FastifyReply): TokenDto {
    this.browsers.remember(grant);
    this.cookie.set(request, reply, grant.cookie);
    if (grant.device) this.device.set(request, reply, grant.device);
    return { token: grant.token };
  }
}
