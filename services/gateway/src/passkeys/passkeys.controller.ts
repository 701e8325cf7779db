import { CurrentPasswordDto } from '@inner-weather/contracts/accounts/current-password.dto';
import {
  NewPasskeyDto,
  PasskeyDto,
  PasskeyOptionsDto,
  PasskeyProofDto,
  PasskeysDto,
  RenamePasskeyDto,
} from '@inner-weather/contracts/accounts/passkeys.dto';
import { LIMITS } from '@inner-weather/domain/limits';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Body, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Get, Patch, Post, SignedInController } from '../openapi/route.js';
import { clientOf } from '../sessions/client-of.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';

@SignedInController('account', 'user/me/passkeys')
export class PasskeysController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('', { summary: 'List my passkeys, newest first', answer: PasskeysDto })
  list(@CurrentSession() { user }: SignedIn): Promise<PasskeysDto> {
    return this.rpc.call('auth.list-passkeys', { userId: user.id });
  }

  @Post('options', {
    summary: 'Begin to add a passkey',
    description: `For \`navigator.credentials.create\`. Requires the current password and, if the second factor is on, a code; without a password, a confirmation at a provider. A user can have ${LIMITS.passkeysMax} passkeys; with one more, the answer is 409. It is 403 where passkeys cannot be used.`,
    answer: PasskeyOptionsDto,
    status: 200,
    problems: [409],
  })
  begin(
    @CurrentSession() { user, sid }: SignedIn,
    @Body() proof: PasskeyProofDto,
  ): Promise<PasskeyOptionsDto> {
    return this.rpc.call('auth.begin-passkey', { userId: user.id, sessionId: sid, proof });
  }

  @Post('', {
    summary: 'Add a passkey',
    description:
      'What the authenticator answered to the options. Its first name is that of the authenticator, or else of the browser.',
    answer: PasskeyDto,
    problems: [404, 409],
  })
  add(
    @CurrentSession() { user, sid }: SignedIn,
    @Body() passkey: NewPasskeyDto,
    @Req() request: FastifyRequest,
  ): Promise<PasskeyDto> {
    const client = clientOf(request);
    return this.rpc.call('auth.add-passkey', { userId: user.id, sessionId: sid, passkey, client });
  }

  @Patch(':id', { summary: 'Rename a passkey', answer: PasskeyDto, problems: [404] })
  rename(
    @CurrentSession() { user }: SignedIn,
    @Param('id') id: string,
    @Body() change: RenamePasskeyDto,
  ): Promise<PasskeyDto> {
    return this.rpc.call('auth.rename-passkey', { userId: user.id, passkeyId: id.slice(0, 100), change });
  }

  // A POST, because the password belongs in a body, and HTTP gives the body of a DELETE no meaning.
  @Post(':id/removal', {
    summary: 'Remove a passkey',
    description: 'Ends all other sessions.',
    problems: [404],
  })
  async remove(
    @CurrentSession() { user, sid }: SignedIn,
    @Param('id') id: string,
    @Body() proof: CurrentPasswordDto,
  ): Promise<void> {
    const own = { userId: user.id, sessionId: sid };
    await this.rpc.call('auth.remove-passkey', { ...own, passkeyId: id.slice(0, 100), proof });
  }
}
