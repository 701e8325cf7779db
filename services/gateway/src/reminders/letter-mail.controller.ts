import { LetterMailDto } from '@inner-weather/contracts/reminders/reminders.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TakesForm } from '../http/form-body.js';
import { IsReachedFromOtherSites } from '../http/origin.js';
import { FeedReads } from '../limits/feed-reads.js';
import { ApiProblems } from '../openapi/api-problems.decorator.js';

/** The link in mails about letters. Needs no token: the secret in its address is one, since mailboxes know no other. */
@ApiTags('reminders')
@Controller('reminders/letter-mail')
export class LetterMailController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly reads: FeedReads,
  ) {}

  /** Changes nothing, since scanners of mail open links: the page asks. */
  @Get(':secret')
  @IsReachedFromOtherSites()
  @ApiExcludeEndpoint()
  async ask(@Param('secret') secret: string, @Res() reply: FastifyReply): Promise<void> {
    await reply.redirect(`/letter-mail#${encodeURIComponent(secret)}`, 303);
  }

  @Post(':secret')
  @HttpCode(200)
  @TakesForm()
  @ApiOperation({
    summary: 'Stop the mail about my weekly letters',
    description:
      'By the secret link in such a mail; the letters go on. Mailboxes send a form to it when their user ends the mail with one click (RFC 8058). Can be repeated.',
  })
  @ApiOkResponse({ type: LetterMailDto })
  @ApiProblems(404)
  async stop(@Param('secret') secret: string, @Req() request: FastifyRequest): Promise<LetterMailDto> {
    this.reads.count(request.ip);
    await this.rpc.call('reminders.stop-letter-mail', { secret });
    return { byMail: false };
  }
}
