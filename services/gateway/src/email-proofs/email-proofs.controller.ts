import {
  EmailProofDto,
  ProveEmailDto,
  ProveOwnEmailDto,
} from '@inner-weather/contracts/accounts/email-proofs.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Body, Controller, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Get, NeedsToken, Post, Put } from '../openapi/route.js';
import { clientOf } from '../sessions/client-of.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';

// Only a PUT consumes a link, because mail scanners open links with GET.
@ApiTags('account')
@Controller()
export class EmailProofsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('user/me/email-proof', { summary: 'Get whether my email address is confirmed', answer: EmailProofDto })
  @NeedsToken()
  describe(@CurrentSession() { user }: SignedIn): Promise<EmailProofDto> {
    return this.rpc.call('auth.get-email-proof', { userId: user.id });
  }

  @Post('user/me/email-proof', {
    summary: 'Send another link to confirm my email address',
    description:
      'The link is sent to the new address if there is one, otherwise to the current one. The answer is 404 if there is no address to confirm.',
    meaning: 'The mail server has accepted the mail.',
    status: 202,
    problems: [404],
  })
  @NeedsToken()
  async send(@CurrentSession() { user }: SignedIn): Promise<void> {
    await this.rpc.call('auth.send-email-proof', { userId: user.id });
  }

  @Put('user/me/email-proof', {
    summary: 'Confirm my email address with a link',
    description:
      'The link can be used once. The answer is 403 if the link belongs to another account, and 409 if another account has confirmed the address.',
    problems: [404, 409],
  })
  @NeedsToken()
  async proveOwn(
    @CurrentSession() { user }: SignedIn,
    @Body() { token }: ProveOwnEmailDto,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.rpc.call('auth.prove-email', { token, userId: user.id, client: clientOf(request) });
  }

  @Put('email-proofs', {
    summary: 'Confirm an email address with a link and the account password',
    description: 'For a browser that is not signed in. The link can be used once. No session is created.',
    problems: [401, 404, 409],
  })
  async prove(
    @Body() { token, currentPassword }: ProveEmailDto,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.rpc.call('auth.prove-email', { token, currentPassword, client: clientOf(request) });
  }
}
