import { LoginRequest, type SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { PasskeyLoginRequest } from '@inner-weather/contracts/rpc/passkeys';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { SignInService } from './sign-in.service.js';

@Controller()
export class SignInController {
  constructor(private readonly signIn: SignInService) {}

  @MessagePattern<RpcMethod>('auth.log-in')
  logIn(@Payload() { credentials, client }: LoginRequest): Promise<SessionGrant> {
    return this.signIn.logIn(credentials, client);
  }

  @MessagePattern<RpcMethod>('auth.log-in-by-passkey')
  logInByPasskey(@Payload() { answer, client }: PasskeyLoginRequest): Promise<SessionGrant> {
    return this.signIn.logInByPasskey(answer, client);
  }
}
