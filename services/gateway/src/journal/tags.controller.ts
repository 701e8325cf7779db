import { TagsDto } from '@inner-weather/contracts/journal/tags.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Controller, Get, Headers, Res, UseGuards } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { NeedsScope } from '../access-tokens/needs-scope.decorator.js';
import { ETAG, IF_NONE_MATCH, sendTagged, UNCHANGED } from '../headers/etag.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';
import { TokenGuard } from '../sessions/token.guard.js';

@ApiTags('journal')
@ApiSecurity('token')
@Controller('journal/tags')
@UseGuards(TokenGuard)
export class TagsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  @NeedsScope('entries:read')
  @ApiOperation({
    summary: 'List my tags',
    description:
      'With the number of entries of each. With If-None-Match, the answer is 304 if nothing has changed.',
  })
  @ApiHeader(IF_NONE_MATCH)
  @ApiOkResponse({ type: TagsDto, ...ETAG })
  @ApiResponse(UNCHANGED)
  async list(
    @CurrentSession() { user }: SignedIn,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendTagged(reply, await this.rpc.call('journal.list-tags', { userId: user.id }), ifNoneMatch);
  }
}
