import type {
  PendingIdentityDto,
  ProviderPageDto,
  SignInMethodsDto,
} from '@inner-weather/contracts/accounts/oidc.dto';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import {
  BeginOidcRequest,
  type BegunOidc,
  EndFromProviderRequest,
  type FinishedOidc,
  FinishOidcRequest,
  LeaveProviderRequest,
  OidcConnectionRequest,
  OidcSignUpRequest,
  PendingRequest,
  RemoveIdentityRequest,
} from '@inner-weather/contracts/rpc/oidc';
import { SessionRequest } from '@inner-weather/contracts/rpc/requests';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ConnectionsService } from './connections.service.js';
import { OidcLimitsService } from './oidc-limits.service.js';
import { OidcService } from './oidc.service.js';
import { PendingService } from './pending.service.js';
import { ProviderLogoutService } from './provider/provider-logout.service.js';

@Controller()
export class OidcController {
  constructor(
    private readonly oidc: OidcService,
    private readonly pending: PendingService,
    private readonly connections: ConnectionsService,
    private readonly logout: ProviderLogoutService,
    private readonly limiter: RateLimiter,
    private readonly limits: OidcLimitsService,
  ) {}

  @MessagePattern<RpcMethod>('auth.begin-oidc')
  begin(@Payload() request: BeginOidcRequest): Promise<BegunOidc> {
    return this.oidc.begin(request);
  }

  @MessagePattern<RpcMethod>('auth.finish-oidc')
  finish(@Payload() request: FinishOidcRequest): Promise<FinishedOidc> {
    return this.oidc.finish(request);
  }

  @MessagePattern<RpcMethod>('auth.get-pending-identity')
  describePending(@Payload() request: PendingRequest): Promise<PendingIdentityDto> {
    return this.pending.describePending(request);
  }

  @MessagePattern<RpcMethod>('auth.sign-up-by-oidc')
  signUp(@Payload() request: OidcSignUpRequest): Promise<SessionGrant> {
    return this.pending.signUp(request);
  }

  @MessagePattern<RpcMethod>('auth.connect-by-password')
  connect(@Payload() request: OidcConnectionRequest): Promise<SessionGrant> {
    return this.pending.connectByPassword(request);
  }

  @MessagePattern<RpcMethod>('auth.list-identities')
  list(@Payload() { userId, sessionId }: SessionRequest): Promise<SignInMethodsDto> {
    return this.connections.list(userId, sessionId);
  }

  @MessagePattern<RpcMethod>('auth.remove-identity')
  async disconnect(@Payload() request: RemoveIdentityRequest): Promise<null> {
    await this.limiter.countWrite(request.userId);
    await this.connections.disconnect(request);
    return null;
  }

  @MessagePattern<RpcMethod>('auth.end-from-provider')
  async endFromThere(@Payload() { provider, logoutToken, client }: EndFromProviderRequest): Promise<null> {
    await this.limits.countLogout(client.address);
    await this.logout.endFromThere(provider, logoutToken);
    return null;
  }

  @MessagePattern<RpcMethod>('auth.leave-provider')
  leave(@Payload() { sessionId }: LeaveProviderRequest): Promise<ProviderPageDto> {
    return this.logout.leave(sessionId);
  }
}
