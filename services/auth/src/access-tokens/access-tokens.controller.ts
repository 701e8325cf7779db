import type { AccessTokenDto, NewAccessTokenDto } from '@inner-weather/contracts/accounts/access-tokens.dto';
import {
  type AccessTokenGrant,
  AccessTokenRequest,
  CreateAccessTokenRequest,
  RevokeAccessTokenRequest,
} from '@inner-weather/contracts/rpc/access-tokens';
import { UserRequest } from '@inner-weather/contracts/rpc/requests';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { AccessTokensService } from './access-tokens.service.js';

@Controller()
export class AccessTokensController {
  constructor(
    private readonly tokens: AccessTokensService,
    private readonly limiter: RateLimiter,
  ) {}

  @MessagePattern<RpcMethod>('auth.list-access-tokens')
  list(@Payload() { userId }: UserRequest): Promise<AccessTokenDto[]> {
    return this.tokens.list(userId);
  }

  @MessagePattern<RpcMethod>('auth.create-access-token')
  async create(
    @Payload() { userId, sessionId, token }: CreateAccessTokenRequest,
  ): Promise<NewAccessTokenDto> {
    await this.limiter.countWrite(userId);
    return this.tokens.create(userId, sessionId, token);
  }

  @MessagePattern<RpcMethod>('auth.revoke-access-token')
  async revoke(@Payload() { userId, accessTokenId }: RevokeAccessTokenRequest): Promise<null> {
    await this.tokens.revoke(userId, accessTokenId);
    return null;
  }

  @MessagePattern<RpcMethod>('auth.get-access-token-grant')
  getGrant(@Payload() { token }: AccessTokenRequest): Promise<AccessTokenGrant> {
    return this.tokens.use(token);
  }
}
