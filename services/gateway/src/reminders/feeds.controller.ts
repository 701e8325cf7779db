import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Controller, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Limited } from '../limits/limits.js';
import { Get } from '../openapi/route.js';

@ApiTags('reminders')
@Controller('reminders/feed')
export class FeedsController {
  constructor(private readonly rpc: RpcClient) {}

  // Needs no token: the secret in its address is one, since calendar apps know no other.
  @Get(':secret', {
    summary: 'Get the calendar of a secret link',
    description: 'In the format of RFC 5545, with the reminders of the next 60 days.',
    answer: { type: 'string' },
    produces: 'text/calendar',
    problems: [404, 429],
  })
  @Limited('calendars')
  async get(@Param('secret') secret: string, @Res() reply: FastifyReply): Promise<void> {
    const name = secret.replace(/\.ics$/, '').slice(0, 100);
    const { calendar } = await this.rpc.call('reminders.get-feed', { secret: name });
    await reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="inner-weather.ics"')
      .send(calendar);
  }
}
