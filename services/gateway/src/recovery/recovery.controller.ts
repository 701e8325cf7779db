import { RequestResetDto, ResetPasswordDto } from '@inner-weather/contracts/accounts/recovery.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Body, Controller, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Post, Put } from '../openapi/route.js';
import { clientOf } from '../sessions/client-of.js';

@ApiTags('sessions')
@Controller()
export class RecoveryController {
  constructor(private readonly rpc: RpcClient) {}

  @Post('password-resets', {
    summary: 'Request a password reset',
    description: 'Sends a link by mail. The answer is the same whether or not the account exists.',
    meaning: 'If the account exists and this installation sends mail, a link will be sent.',
    status: 202,
  })
  async request(@Body() { email }: RequestResetDto, @Req() request: FastifyRequest): Promise<void> {
    await this.rpc.call('auth.request-reset', { email, client: clientOf(request) });
  }

  @Put('password-resets', {
    summary: 'Set a new password with a link',
    description: 'The link can be used once. All sessions of the account end.',
    problems: [404],
  })
  async reset(@Body() reset: ResetPasswordDto, @Req() request: FastifyRequest): Promise<void> {
    await this.rpc.call('auth.reset-password', { reset, client: clientOf(request) });
  }
}
