import { TagsDto } from '@inner-weather/contracts/journal/entries.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
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
  list(@CurrentSession() { user }: SignedIn): Promise<TagsDto> {
    return this.rpc.call('journal.list-tags', { userId: user.id });
  }
}
