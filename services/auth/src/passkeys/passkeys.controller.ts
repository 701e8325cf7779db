import type {
  PasskeyDto,
  PasskeyOptionsDto,
  PasskeysDto,
} from '@inner-weather/contracts/accounts/passkeys.dto';
import {
  AddPasskeyRequest,
  BeginPasskeyRequest,
  RemovePasskeyRequest,
  RenamePasskeyRequest,
} from '@inner-weather/contracts/rpc/passkeys';
import { ClientRequest, UserRequest } from '@inner-weather/contracts/rpc/requests';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { PasskeyVerificationService } from './passkey-verification.service.js';
import { PasskeysService } from './passkeys.service.js';

@Controller()
export class PasskeysController {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly verification: PasskeyVerificationService,
    private readonly limiter: RateLimiter,
  ) {}

  @MessagePattern<RpcMethod>('auth.list-passkeys')
  list(@Payload() { userId }: UserRequest): Promise<PasskeysDto> {
    return this.passkeys.describe(userId);
  }

  @MessagePattern<RpcMethod>('auth.begin-passkey')
  async begin(@Payload() request: BeginPasskeyRequest): Promise<PasskeyOptionsDto> {
    await this.limiter.countWrite(request.userId);
    return this.passkeys.begin(request);
  }

  @MessagePattern<RpcMethod>('auth.add-passkey')
  async add(@Payload() request: AddPasskeyRequest): Promise<PasskeyDto> {
    await this.limiter.countWrite(request.userId);
    return this.passkeys.add(request);
  }

  @MessagePattern<RpcMethod>('auth.rename-passkey')
  async rename(@Payload() { userId, passkeyId, change }: RenamePasskeyRequest): Promise<PasskeyDto> {
    await this.limiter.countWrite(userId);
    return this.passkeys.rename(userId, passkeyId, change.name);
  }

  @MessagePattern<RpcMethod>('auth.remove-passkey')
  async remove(@Payload() request: RemovePasskeyRequest): Promise<null> {
    await this.limiter.countWrite(request.userId);
    await this.passkeys.remove(request);
    return null;
  }

  @MessagePattern<RpcMethod>('auth.get-passkey-challenge')
  getChallenge(@Payload() { client }: ClientRequest): Promise<PasskeyOptionsDto> {
    return this.verification.begin(client.address);
  }
}
