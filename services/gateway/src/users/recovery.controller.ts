import { RegistrationDto, RequestResetDto, ResetPasswordDto } from '@inner-weather/contracts/recovery.dto';
import { RpcClient } from '@inner-weather/platform/messaging/rpc-client';
import { Body, Controller, Get, HttpCode, Post, Put, Req } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { clientOf } from '../sessions/client-of.js';

@ApiTags('sessions')
@Controller()
export class RecoveryController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('registration')
  @ApiOperation({ summary: 'Who may sign up, and whether there is mail' })
  @ApiOkResponse({ type: RegistrationDto })
  @ApiProblems()
  describe(): Promise<RegistrationDto> {
    return this.rpc.call('auth.get-registration', {});
  }

  @Post('password-resets')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Ask for a new password',
    description: 'Sends a link by mail. The answer is the same whether or not there is such an account.',
  })
  @ApiAcceptedResponse({ description: 'If there is such an account, and mail, a link is on its way.' })
  @ApiProblems(400, 413, 415, 429)
  async request(@Body() { email }: RequestResetDto, @Req() request: FastifyRequest): Promise<void> {
    await this.rpc.call('auth.request-reset', { email, client: clientOf(request) });
  }

  @Put('password-resets')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Choose a new password by a link',
    description: 'Uses the link up and ends every session of the account.',
  })
  @ApiNoContentResponse()
  @ApiProblems(400, 404, 413, 415, 429)
  async reset(@Body() reset: ResetPasswordDto, @Req() request: FastifyRequest): Promise<void> {
    await this.rpc.call('auth.reset-password', { reset, client: clientOf(request) });
  }
}
