import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FeedReads } from '../limits/feed-reads.js';
import { ApiProblems } from '../openapi/api-problems.decorator.js';

@ApiTags('reminders')
@Controller('reminders/feed')
export class FeedsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly reads: FeedReads,
  ) {}

  // Needs no token: the secret in its address is one, since calendar apps know no other.
  @Get(':secret')
  @ApiOperation({
    summary: 'Get the calendar of a secret link',
    description: 'In the format of RFC 5545, with the reminders of the next 60 days.',
  })
  @ApiProduces('text/calendar')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiProblems(404, 429)
  async get(
    @Param('secret') secret: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    this.reads.count(request.ip);
    const name = secret.replace(/\.ics$/, '').slice(0, 100);
    const { calendar } = await this.rpc.call('reminders.get-feed', { secret: name });
    await reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="inner-weather.ics"')
      .send(calendar);
  }
}
