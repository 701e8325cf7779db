import type { OpenSessionDto } from '@inner-weather/contracts/accounts/sessions.dto';
import {
  CookieRequest,
  EndSessionRequest,
  type RevokedSession,
  RevokedSessionsRequest,
  type SessionGrant,
} from '@inner-weather/contracts/rpc/auth';
import { SessionRequest } from '@inner-weather/contracts/rpc/requests';
import type { RpcMap, RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @MessagePattern<RpcMethod>('auth.restore-session')
  restoreSession(@Payload() { cookie }: CookieRequest): Promise<SessionGrant> {
    return this.sessions.restore(cookie);
  }

  @MessagePattern<RpcMethod>('auth.log-out')
  async logOut(@Payload() { cookie }: CookieRequest): Promise<RpcMap['auth.log-out']['answer']> {
    return { sessionId: await this.sessions.close(cookie) };
  }

  @MessagePattern<RpcMethod>('auth.list-sessions')
  listSessions(@Payload() { userId, sessionId }: SessionRequest): Promise<OpenSessionDto[]> {
    return this.sessions.list(userId, sessionId);
  }

  @MessagePattern<RpcMethod>('auth.end-session')
  async endSession(@Payload() { userId, sessionId }: EndSessionRequest): Promise<null> {
    await this.sessions.closeOne(userId, sessionId);
    return null;
  }

  @MessagePattern<RpcMethod>('auth.end-other-sessions')
  async endOtherSessions(@Payload() { userId, sessionId }: SessionRequest): Promise<null> {
    await this.sessions.closeOthers(userId, sessionId);
    return null;
  }

  @MessagePattern<RpcMethod>('auth.list-revoked-sessions')
  listRevokedSessions(@Payload() { after }: RevokedSessionsRequest): Promise<RevokedSession[]> {
    return this.sessions.listRevoked(after);
  }
}
