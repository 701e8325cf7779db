import type {
  NewSecondFactorDto,
  RecoveryCodesDto,
  SecondFactorDto,
} from '@inner-weather/contracts/accounts/second-factor.dto';
import {
  BeginSecondFactorRequest,
  ConfirmSecondFactorRequest,
  SecondFactorRequest,
} from '@inner-weather/contracts/rpc/auth';
import { UserRequest } from '@inner-weather/contracts/rpc/requests';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { SecondFactorService } from './second-factor.service.js';

@Controller()
export class SecondFactorController {
  constructor(
    private readonly secondFactor: SecondFactorService,
    private readonly limiter: RateLimiter,
  ) {}

  @MessagePattern<RpcMethod>('auth.get-second-factor')
  describe(@Payload() { userId }: UserRequest): Promise<SecondFactorDto> {
    return this.secondFactor.describe(userId);
  }

  @MessagePattern<RpcMethod>('auth.begin-second-factor')
  async begin(
    @Payload() { userId, sessionId, proof }: BeginSecondFactorRequest,
  ): Promise<NewSecondFactorDto> {
    await this.limiter.countWrite(userId);
    return this.secondFactor.begin(userId, sessionId, proof.currentPassword);
  }

  @MessagePattern<RpcMethod>('auth.confirm-second-factor')
  async confirm(
    @Payload() { userId, sessionId, proof }: ConfirmSecondFactorRequest,
  ): Promise<RecoveryCodesDto> {
    await this.limiter.countWrite(userId);
    return this.secondFactor.confirm(userId, sessionId, proof);
  }

  @MessagePattern<RpcMethod>('auth.remove-second-factor')
  async remove(@Payload() { userId, sessionId, proof }: SecondFactorRequest): Promise<null> {
    await this.limiter.countWrite(userId);
    await this.secondFactor.remove(userId, sessionId, proof);
    return null;
  }

  @MessagePattern<RpcMethod>('auth.renew-recovery-codes')
  async renewRecoveryCodes(
    @Payload() { userId, sessionId, proof }: SecondFactorRequest,
  ): Promise<RecoveryCodesDto> {
    await this.limiter.countWrite(userId);
    return this.secondFactor.renewRecoveryCodes(userId, sessionId, proof);
  }
}
