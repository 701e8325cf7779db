import {
  AccessTokenDto,
  CreateAccessTokenDto,
  NewAccessTokenDto,
} from '@inner-weather/contracts/accounts/access-tokens.dto';
import { LIMITS } from '@inner-weather/domain/limits';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Body, Param } from '@nestjs/common';
import { Delete, Get, Post, SignedInController } from '../openapi/route.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';

@SignedInController('account', 'user/me/access-tokens')
export class AccessTokensController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('', { summary: 'List my access tokens, newest first', answer: [AccessTokenDto] })
  list(@CurrentSession() { user }: SignedIn): Promise<AccessTokenDto[]> {
    return this.rpc.call('auth.list-access-tokens', { userId: user.id });
  }

  @Post('', {
    summary: 'Create an access token for a script',
    description: `For requests with \`Authorization: Bearer <token>\`. Requires the current password and, if the second factor is on, a code; without a password, a confirmation at a provider. A user can have ${LIMITS.accessTokensMax} tokens that have not expired; with one more, the answer is 409.`,
    answer: NewAccessTokenDto,
    problems: [409],
  })
  create(
    @CurrentSession() { user, sid }: SignedIn,
    @Body() token: CreateAccessTokenDto,
  ): Promise<NewAccessTokenDto> {
    return this.rpc.call('auth.create-access-token', { userId: user.id, sessionId: sid, token });
  }

  @Delete(':id', {
    summary: 'Revoke an access token',
    description: 'It stops working immediately.',
    problems: [404],
  })
  async revoke(@CurrentSession() { user }: SignedIn, @Param('id') id: string): Promise<void> {
    await this.rpc.call('auth.revoke-access-token', { userId: user.id, accessTokenId: id.slice(0, 100) });
  }
}
