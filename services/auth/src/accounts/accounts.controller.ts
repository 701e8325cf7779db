import type { OpenSessionDto, UserDto } from '@inner-weather/contracts/auth.dto';
import {
  CookieRequest,
  EndSessionRequest,
  LoginRequest,
  type RevokedSession,
  type RpcMap,
  type RpcMethod,
  type SessionGrant,
  SessionRequest,
  SignUpRequest,
  type UpdateUserAnswer,
  UpdateUserRequest,
  UserRequest,
} from '@inner-weather/contracts/rpc';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { AccountsService } from './accounts.service.js';
import { SignInService } from './sign-in.service.js';
import { SessionsService } from './sessions.service.js';

@Controller()
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly signIn: SignInService,
    private readonly sessions: SessionsService,
  ) {}

  @MessagePattern<RpcMethod>('auth.sign-up')
  signUp(@Payload() { user, client }: SignUpRequest): Promise<SessionGrant> {
    return this.signIn.signUp(user, client);
  }

  @MessagePattern<RpcMethod>('auth.log-in')
  logIn(@Payload() { credentials, client }: LoginRequest): Promise<SessionGrant> {
    return this.signIn.logIn(credentials, client);
  }

  @MessagePattern<RpcMethod>('auth.restore-session')
  restoreSession(@Payload() { cookie }: CookieRequest): Promise<SessionGrant> {
    return this.sessions.restore(cookie);
  }

  @MessagePattern<RpcMethod>('auth.log-out')
  async logOut(@Payload() { cookie }: CookieRequest): Promise<null> {
    await this.sessions.close(cookie);
    return null;
  }

  @MessagePattern<RpcMethod>('auth.get-user')
  getUser(@Payload() { userId }: UserRequest): Promise<UserDto> {
    return this.accounts.get(userId);
  }

  @MessagePattern<RpcMethod>('auth.update-user')
  updateUser(@Payload() { userId, sessionId, changes }: UpdateUserRequest): Promise<UpdateUserAnswer> {
    return this.accounts.update(userId, sessionId, changes);
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
    await this.sessions.closeAll(userId, sessionId);
    return null;
  }

  @MessagePattern<RpcMethod>('auth.get-export')
  getExport(@Payload() { userId, sessionId }: SessionRequest): Promise<RpcMap['auth.get-export']['answer']> {
    return this.accounts.export(userId, sessionId);
  }

  @MessagePattern<RpcMethod>('auth.delete-user')
  async deleteUser(@Payload() { userId }: UserRequest): Promise<null> {
    await this.accounts.delete(userId);
    return null;
  }

  @MessagePattern<RpcMethod>('auth.list-revoked-sessions')
  listRevokedSessions(): Promise<RevokedSession[]> {
    return this.sessions.listRevoked();
  }
}
