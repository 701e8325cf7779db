import type { RestorationDto } from '@inner-weather/contracts/about.dto';
import type {
  InvitationDto,
  NewInvitationDto,
  RegistrationDto,
} from '@inner-weather/contracts/accounts/registration.dto';
import { InvitationRequest, type SessionGrant, SignUpRequest } from '@inner-weather/contracts/rpc/auth';
import { UserRequest } from '@inner-weather/contracts/rpc/requests';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { InvitationsService } from './invitations.service.js';
import { RegistrationService } from './registration.service.js';
import { SignUpService } from './sign-up.service.js';

@Controller()
export class RegistrationController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly signUps: SignUpService,
    private readonly invitations: InvitationsService,
    private readonly limiter: RateLimiter,
  ) {}

  @MessagePattern<RpcMethod>('auth.get-registration')
  describe(): Promise<RegistrationDto> {
    return this.registration.describe();
  }

  @MessagePattern<RpcMethod>('auth.get-restoration')
  restoration(): Promise<RestorationDto> {
    return this.registration.restoration();
  }

  @MessagePattern<RpcMethod>('auth.sign-up')
  signUp(@Payload() { user, client }: SignUpRequest): Promise<SessionGrant> {
    return this.signUps.signUp(user, client);
  }

  @MessagePattern<RpcMethod>('auth.list-invitations')
  listInvitations(@Payload() { userId }: UserRequest): Promise<InvitationDto[]> {
    return this.invitations.list(userId);
  }

  @MessagePattern<RpcMethod>('auth.invite')
  async invite(@Payload() { userId }: UserRequest): Promise<NewInvitationDto> {
    await this.limiter.countWrite(userId);
    return this.invitations.invite(userId);
  }

  @MessagePattern<RpcMethod>('auth.delete-invitation')
  async deleteInvitation(@Payload() { userId, invitationId }: InvitationRequest): Promise<null> {
    await this.invitations.delete(userId, invitationId);
    return null;
  }
}
