import {
  AccessTokenDto,
  CreateAccessTokenDto,
  NewAccessTokenDto,
} from '@inner-weather/contracts/accounts/access-tokens.dto';
import { LIMITS } from '@inner-weather/domain/limits';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';
import { TokenGuard } from '../sessions/token.guard.js';

@ApiTags('account')
@ApiSecurity('token')
@Controller('user/me/access-tokens')
@UseGuards(TokenGuard)
export class AccessTokensController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  @ApiOperation({ summary: 'List my access tokens, newest first' })
  @ApiOkResponse({ type: [AccessTokenDto] })
  list(@CurrentSession() { user }: SignedIn): Promise<AccessTokenDto[]> {
    return this.rpc.call('auth.list-access-tokens', { userId: user.id });
  }

  @Post()
  @ApiOperation({
    summary: 'Create an access token for a script',
    description: `For requests with \`Authorization: Bearer <token>\`. Requires the current password and, if the second factor is on, a code; without a password, a confirmation at a provider. A user can have ${LIMITS.accessTokensMax} tokens that have not expired; with one more, the answer is 409.`,
  })
  @ApiCreatedResponse({ type: NewAccessTokenDto })
  @ApiProblems(409)
  create(
    @CurrentSession() { user, sid }: SignedIn,
    @Body() token: CreateAccessTokenDto,
  ): Promise<NewAccessTokenDto> {
    return this.rpc.call('auth.create-access-token', { userId: user.id, sessionId: sid, token });
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Revoke an access token', description: 'It stops working immediately.' })
  @ApiNoContentResponse()
  @ApiProblems(404)
  async revoke(@CurrentSession() { user }: SignedIn, @Param('id') id: string): Promise<void> {
    await this.rpc.call('auth.revoke-access-token', { userId: user.id, accessTokenId: id.slice(0, 100) });
  }
}
