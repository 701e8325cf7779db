import { InvitationDto, NewInvitationDto } from '@inner-weather/contracts/accounts/registration.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Controller, Delete, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
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

/** Only for the administrator; other users get 403. */
@ApiTags('administration')
@ApiSecurity('token')
@Controller('invitations')
@UseGuards(TokenGuard)
export class InvitationsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  @ApiOperation({ summary: 'List open invitations, newest first' })
  @ApiOkResponse({ type: [InvitationDto] })
  list(@CurrentSession() { user }: SignedIn): Promise<InvitationDto[]> {
    return this.rpc.call('auth.list-invitations', { userId: user.id });
  }

  @Post()
  @ApiOperation({
    summary: 'Create an invitation',
    description: 'The invitation is valid for one account and for one week.',
  })
  @ApiCreatedResponse({ type: NewInvitationDto })
  invite(@CurrentSession() { user }: SignedIn): Promise<NewInvitationDto> {
    return this.rpc.call('auth.invite', { userId: user.id });
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Revoke an invitation' })
  @ApiNoContentResponse()
  @ApiProblems(404)
  async delete(@CurrentSession() { user }: SignedIn, @Param('id') id: string): Promise<void> {
    await this.rpc.call('auth.delete-invitation', { userId: user.id, invitationId: id.slice(0, 100) });
  }
}
