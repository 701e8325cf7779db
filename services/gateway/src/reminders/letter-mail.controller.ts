import { LetterMailDto } from '@inner-weather/contracts/reminders/reminders.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Controller, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { TakesForm } from '../http/bodies.js';
import { IsReachedFromOtherSites } from '../http/origin.js';
import { Limited } from '../limits/limits.js';
import { Get, HIDDEN, Post } from '../openapi/route.js';

/** The link in mails about letters. Needs no token: the secret in its address is one, since mailboxes know no other. */
@ApiTags('reminders')
@Controller('reminders/letter-mail')
export class LetterMailController {
  constructor(private readonly rpc: RpcClient) {}

  /** Changes nothing, since scanners of mail open links: the page asks. */
  @Get(':secret', HIDDEN)
  @IsReachedFromOtherSites()
  async ask(@Param('secret') secret: string, @Res() reply: FastifyReply): Promise<void> {
    await reply.redirect(`/letter-mail#${encodeURIComponent(secret)}`, 303);
  }

  @Post(':secret', {
    summary: 'Stop the mail about my weekly letters',
    description:
      'By the secret link in such a mail; the letters go on. Mailboxes send a form to it when their user ends the mail with one click (RFC 8058). Can be repeated.',
    answer: LetterMailDto,
    status: 200,
    problems: [404],
  })
  @Limited('calendars')
  @TakesForm()
  async stop(@Param('secret') secret: string): Promise<LetterMailDto> {
    await this.rpc.call('reminders.stop-letter-mail', { secret });
    return { byMail: false };
  }
}
