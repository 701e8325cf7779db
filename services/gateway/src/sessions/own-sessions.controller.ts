import { OpenSessionDto } from '@inner-weather/contracts/accounts/sessions.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Param } from '@nestjs/common';
import { Delete, Get, SignedInController } from '../openapi/route.js';
import { CurrentSession, type SignedIn } from './signed-in.js';

@SignedInController('account', 'user/me/sessions')
export class OwnSessionsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('', {
    summary: 'List my sessions',
    description: 'The most recently used session comes first.',
    answer: [OpenSessionDto],
  })
  list(@CurrentSession() { user, sid }: SignedIn): Promise<OpenSessionDto[]> {
    return this.rpc.call('auth.list-sessions', { userId: user.id, sessionId: sid });
  }

  @Delete('', {
    summary: 'Sign out all other sessions',
    description: 'Ends every session except the one that sends the request.',
  })
  async endOthers(@CurrentSession() { user, sid }: SignedIn): Promise<void> {
    await this.rpc.call('auth.end-other-sessions', { userId: user.id, sessionId: sid });
  }

  @Delete(':id', {
    summary: 'Sign out a session',
    description: 'Tokens of the session become invalid immediately.',
    problems: [404],
  })
  async end(@CurrentSession() { user }: SignedIn, @Param('id') id: string): Promise<void> {
    await this.rpc.call('auth.end-session', { userId: user.id, sessionId: id.slice(0, 100) });
  }
}
