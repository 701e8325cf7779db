import { RequestResetRequest, ResetPasswordRequest } from '@inner-weather/contracts/rpc/auth';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { RecoveryLimitsService } from './recovery-limits.service.js';
import { RecoveryService } from './recovery.service.js';
import { ResetRequestsService } from './reset-requests.service.js';

@Controller()
export class RecoveryController {
  constructor(
    private readonly recovery: RecoveryService,
    private readonly requests: ResetRequestsService,
    private readonly limits: RecoveryLimitsService,
  ) {}

  @MessagePattern<RpcMethod>('auth.request-reset')
  async requestReset(@Payload() { email, client }: RequestResetRequest): Promise<null> {
    await this.requests.request(email, client.address);
    return null;
  }

  @MessagePattern<RpcMethod>('auth.reset-password')
  async reset(@Payload() { reset, client }: ResetPasswordRequest): Promise<null> {
    await this.limits.countReset(client.address);
    await this.recovery.reset(reset, client);
    return null;
  }
}
