import { TagsDto } from '@inner-weather/contracts/journal/entries.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Headers, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { sendTagged } from '../headers/etag.js';
import { Get, SignedInController } from '../openapi/route.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';

@SignedInController('journal', 'journal/tags')
export class TagsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('', {
    summary: 'List my tags',
    description:
      'With the number of entries of each. With If-None-Match, the answer is 304 if nothing has changed.',
    answer: TagsDto,
    tagged: true,
    scopes: ['entries:read'],
  })
  async list(
    @CurrentSession() { user }: SignedIn,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendTagged(reply, await this.rpc.call('journal.list-tags', { userId: user.id }), ifNoneMatch);
  }
}
