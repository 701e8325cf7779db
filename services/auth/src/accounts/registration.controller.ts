import type { InvitationDto, NewInvitationDto, RegistrationDto } from '@inner-weather/contracts/recovery.dto';
import {
  InvitationRequest,
  RequestResetRequest,
  ResetPasswordRequest,
  type RpcMethod,
  UserRequest,
} from '@inner-weather/contracts/rpc';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { LimitsService } from './limits.service.js';
import { RecoveryService } from './recovery.service.js';
import { RegistrationService } from './registration.service.js';

@Controller()
export class RegistrationController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly recovery: RecoveryService,
    private readonly limits: LimitsService,
    private readonly limiter: RateLimiter,
  ) {}

  @MessagePattern<RpcMethod>('auth.get-registration')
  describe(): Promise<RegistrationDto> {
    return this.registration.describe();
  }

  @MessagePattern<RpcMethod>('auth.request-reset')
  async requestReset(@Payload() { email, client }: RequestResetRequest): Promise<null> {
    await this.recovery.request(email, client.address);
    return null;
  }

  @MessagePattern<RpcMethod>('auth.reset-password')
  async reset(@Payload() { reset, client }: ResetPasswordRequest): Promise<null> {
    await this.limits.countReset(client.address);
    await this.recovery.reset(reset);
    return null;
  }

  @MessagePattern<RpcMethod>('auth.list-invitations')
  listInvitations(@Payload() { userId }: UserRequest): Promise<InvitationDto[]> {
    return this.registration.listInvitations(userId);
  }

  @MessagePattern<RpcMethod>('auth.invite')
  async invite(@Payload() { userId }: UserRequest): Promise<NewInvitationDto> {
    await this.limiter.countWrite(userId);
    return this.registration.invite(userId);
  }

  @MessagePattern<RpcMethod>('auth.delete-invitation')
  async deleteInvitation(@Payload() { userId, invitationId }: InvitationRequest): Promise<null> {
    await this.registration.deleteInvitation(userId, invitationId);
    return null;
  }
}
