import { LoginDto, SessionDto, SignUpDto, TokenDto } from '@inner-weather/contracts/auth.dto';
import { DomainError } from '@inner-weather/contracts/errors';
import type { SessionGrant } from '@inner-weather/contracts/rpc';
import { RpcClient } from '@inner-weather/platform/messaging/rpc-client';
import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import {
  ApiCookieAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { clientOf } from './client-of.js';
import { SessionCookie } from './session-cookie.js';

@ApiTags('sessions')
@Controller()
export class SessionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly cookie: SessionCookie,
  ) {}

  @Post('user/new')
  @ApiOperation({
    summary: 'Sign up',
    description: 'Makes an account and signs in. Also sets the session cookie.',
  })
  @ApiCreatedResponse({ type: TokenDto })
  @ApiProblems(400, 403, 409, 429)
  async signUp(
    @Body() user: SignUpDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TokenDto> {
    const grant = await this.rpc.call('auth.sign-up', { user, client: clientOf(request) });
    return this.answer(grant, request, reply);
  }

  @Post('login')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Log in',
    description:
      'Also sets the session cookie. 401 `second_factor_required` where email and password are right and the account has a second factor: ask for a code, and send all three.',
  })
  @ApiOkResponse({ type: TokenDto })
  @ApiProblems(400, 401, 429)
  async logIn(
    @Body() credentials: LoginDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TokenDto> {
    const grant = await this.rpc.call('auth.log-in', { credentials, client: clientOf(request) });
    return this.answer(grant, request, reply);
  }

  @Get('session')
  @ApiCookieAuth()
  @ApiOperation({ summary: 'Restore a session', description: 'A fresh token for the session of the cookie.' })
  @ApiOkResponse({ type: SessionDto })
  @ApiNoContentResponse({ description: 'There is no session: no cookie, or one that is no good any more.' })
  @ApiProblems()
  async restore(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionDto | undefined> {
    const cookie = this.cookie.read(request);
    const grant = cookie && (await ofSession(this.rpc.call('auth.restore-session', { cookie })));
    if (grant) return { token: grant.token, user: grant.user };
    if (cookie) this.cookie.clear(request, reply);
    reply.status(204);
    return undefined;
  }

  @Post('logout')
  @HttpCode(204)
  @ApiCookieAuth()
  @ApiOperation({
    summary: 'Log out',
    description: 'Ends the session of the cookie; its tokens are refused at once.',
  })
  @ApiNoContentResponse()
  @ApiProblems()
  async logOut(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const cookie = this.cookie.read(request);
    if (cookie) await ofSession(this.rpc.call('auth.log-out', { cookie }));
    this.cookie.clear(request, reply);
  }

  private answer(grant: SessionGrant, request: FastifyRequest, reply: FastifyReply): TokenDto {
    this.cookie.set(request, reply, grant.cookie);
    return { token: grant.token };
  }
}

/** What auth says of a cookie's session; undefined for a cookie that names none, however odd it looks. */
async function ofSession<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    const code = error instanceof DomainError ? error.code : undefined;
    if (code === 'unauthenticated' || code === 'validation_failed') return undefined;
    throw error;
  }
}
