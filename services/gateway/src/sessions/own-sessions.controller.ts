import { OpenSessionDto } from '@inner-weather/contracts/accounts/sessions.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Controller, Delete, Get, HttpCode, Param, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { CurrentSession, type SignedIn } from './signed-in.js';
import { TokenGuard } from './token.guard.js';

@ApiTags('account')
@ApiSecurity('token')
@Controller('user/me/sessions')
@UseGuards(TokenGuard)
export class OwnSessionsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  @ApiOperation({
    summary: 'List my sessions',
    description: 'The most recently used session comes first.',
  })
  @ApiOkResponse({ type: [OpenSessionDto] })
  list(@CurrentSession() { user, sid }: SignedIn): Promise<OpenSessionDto[]> {
    return this.rpc.call('auth.list-sessions', { userId: user.id, sessionId: sid });
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({
    summary: 'Sign out all other sessions',
    description: 'Ends every session except the one that sends the request.',
  })
  @ApiNoContentResponse()
  async endOthers(@CurrentSession() { user, sid }: SignedIn): Promise<void> {
    await this.rpc.call('auth.end-other-sessions', { userId: user.id, sessionId: sid });
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Sign out a session',
    description: 'Tokens of the session become invalid immediately.',
  })
  @ApiNoContentResponse()
  @ApiProblems(404)
  async end(@CurrentSession() { user }: SignedIn, @Param('id') id: string): Promise<void> {
    await this.rpc.call('auth.end-session', { userId: user.id, sessionId: id.slice(0, 100) });
  }
}
