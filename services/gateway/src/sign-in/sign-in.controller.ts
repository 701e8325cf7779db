import { PasskeyLoginDto, PasskeyOptionsDto } from '@inner-weather/contracts/accounts/passkeys.dto';
import { SignUpDto } from '@inner-weather/contracts/accounts/registration.dto';
import { LoginDto, TokenDto } from '@inner-weather/contracts/accounts/sign-in.dto';
import { bestLanguage } from '@inner-weather/languages/languages';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Body, Controller, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageTagsOf } from '../headers/languages.js';
import { Post } from '../openapi/route.js';
import { clientOf } from '../sessions/client-of.js';
import { GrantedSession } from './granted-session.js';

// Keeps the operation ids, because generated clients name their functions after them.
@ApiTags('sessions')
@Controller()
export class SignInController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly granted: GrantedSession,
  ) {}

  @Post('user/new', {
    operationId: 'sessions.signUp',
    summary: 'Sign up',
    description: 'Creates an account and signs in. Sets the session cookie and the cookie `device`.',
    answer: TokenDto,
    problems: [404, 409],
  })
  async signUp(
    @Body() user: SignUpDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TokenDto> {
    const language = user.language ?? bestLanguage(languageTagsOf(request.headers['accept-language']));
    const grant = await this.rpc.call('auth.sign-up', {
      user: { ...user, language },
      client: clientOf(request),
    });
    return this.granted.answer(grant, request, reply);
  }

  @Post('login', {
    operationId: 'sessions.logIn',
    summary: 'Log in',
    description:
      'Sets the session cookie and the cookie `device`. The latter identifies this browser at its next login, so that the stricter limits for unknown browsers do not apply to it. The answer is 401 `second_factor_required` if email and password are correct and the account has a second factor. In this case, ask for a code and send all three values.',
    answer: TokenDto,
    status: 200,
    problems: [401],
  })
  async logIn(
    @Body() credentials: LoginDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TokenDto> {
    const grant = await this.rpc.call('auth.log-in', { credentials, client: clientOf(request) });
    return this.granted.answer(grant, request, reply);
  }

  @Post('login/passkey/options', {
    operationId: 'sessions.beginPasskeyLogin',
    summary: 'Get a challenge for a login with a passkey',
    description:
      'For `navigator.credentials.get`. The answer is the same for everyone. It is 403 where passkeys cannot be used: see `passkeyOrigin` of GET /registration.',
    answer: PasskeyOptionsDto,
    status: 200,
  })
  beginPasskeyLogin(@Req() request: FastifyRequest): Promise<PasskeyOptionsDto> {
    return this.rpc.call('auth.get-passkey-challenge', { client: clientOf(request) });
  }

  @Post('login/passkey', {
    operationId: 'sessions.logInByPasskey',
    summary: 'Log in with a passkey',
    description:
      'Sets the same cookies as POST /login. No code of a second factor is asked for, because the authenticator has verified the person.',
    answer: TokenDto,
    status: 200,
    problems: [401],
  })
  async logInByPasskey(
    @Body() answer: PasskeyLoginDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TokenDto> {
    const grant = await this.rpc.call('auth.log-in-by-passkey', { answer, client: clientOf(request) });
    return this.granted.answer(grant, request, reply);
  }
}
