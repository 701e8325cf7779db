import { RenewedUserDto, UpdateUserDto, UserDto } from '@inner-weather/contracts/auth.dto';
import { RpcClient } from '@inner-weather/platform/messaging/rpc-client';
import { Body, Controller, Delete, Get, HttpCode, Patch, Req, Res, UseGuards } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiSecurity,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { SessionCookie } from '../sessions/session-cookie.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';
import { TokenGuard } from '../sessions/token.strategy.js';

@ApiTags('account')
@ApiSecurity('token')
@Controller('user/me')
@UseGuards(TokenGuard)
export class UsersController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly cookie: SessionCookie,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Who I am' })
  @ApiOkResponse({ type: UserDto })
  @ApiProblems(401)
  get(@CurrentSession() { user }: SignedIn): Promise<UserDto> {
    return this.rpc.call('auth.get-user', { userId: user.id });
  }

  @Patch()
  @ApiOperation({
    summary: 'Change my account',
    description: 'A new email or password needs `currentPassword`; a new password ends every other session.',
  })
  @ApiExtraModels(UserDto, RenewedUserDto)
  @ApiOkResponse({
    description: 'The user; with a fresh token where the change touched what the token holds.',
    schema: { oneOf: [{ $ref: getSchemaPath(UserDto) }, { $ref: getSchemaPath(RenewedUserDto) }] },
  })
  @ApiProblems(400, 401, 409, 429)
  async update(
    @CurrentSession() { user, sid }: SignedIn,
    @Body() changes: UpdateUserDto,
  ): Promise<UserDto | RenewedUserDto> {
    const answer = await this.rpc.call('auth.update-user', { userId: user.id, sessionId: sid, changes });
    return answer.token ? { token: answer.token, user: answer.user } : answer.user;
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete my account',
    description: 'And with it every entry, insight and session.',
  })
  @ApiNoContentResponse()
  @ApiProblems(401, 429)
  async delete(
    @CurrentSession() { user }: SignedIn,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.rpc.call('auth.delete-user', { userId: user.id });
    this.cookie.clear(request, reply);
  }
}
