import { InvitationDto, NewInvitationDto } from '@inner-weather/contracts/accounts/registration.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Param } from '@nestjs/common';
import { Delete, Get, Post, SignedInController } from '../openapi/route.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';

/** Only for the administrator; other users get 403. */
@SignedInController('administration', 'invitations')
export class InvitationsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('', { summary: 'List open invitations, newest first', answer: [InvitationDto] })
  list(@CurrentSession() { user }: SignedIn): Promise<InvitationDto[]> {
    return this.rpc.call('auth.list-invitations', { userId: user.id });
  }

  @Post('', {
    summary: 'Create an invitation',
    description: 'The invitation is valid for one account and for one week.',
    answer: NewInvitationDto,
  })
  invite(@CurrentSession() { user }: SignedIn): Promise<NewInvitationDto> {
    return this.rpc.call('auth.invite', { userId: user.id });
  }

  @Delete(':id', { summary: 'Revoke an invitation', problems: [404] })
  async delete(@CurrentSession() { user }: SignedIn, @Param('id') id: string): Promise<void> {
    await this.rpc.call('auth.delete-invitation', { userId: user.id, invitationId: id.slice(0, 100) });
  }
}
