import {
  DEVICE_ID_PATTERN,
  ReminderDeviceDto,
  ReminderFeedDto,
  RemindersDto,
  SetLetterDto,
  SetRemindersDto,
  SubscribeDto,
  TestedRemindersDto,
} from '@inner-weather/contracts/reminders/reminders.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { REMINDER_PROBLEMS } from '@inner-weather/domain/problems/reminder-problems';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Body, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Delete, Get, Post, Put, SignedInController } from '../openapi/route.js';
import { clientOf } from '../sessions/client-of.js';
import { accountOf, CurrentSession, type SignedIn } from '../sessions/signed-in.js';

/** Milliseconds for a test, which waits for the push services. */
const TEST_TIMEOUT_MS = 15_000;

@SignedInController('reminders', 'reminders')
export class RemindersController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('', { summary: 'Get my reminders', answer: RemindersDto })
  get(@CurrentSession() { user }: SignedIn): Promise<RemindersDto> {
    return this.rpc.call('reminders.get', accountOf(user));
  }

  @Put('', {
    summary: 'Set my reminders',
    description:
      'A reminder comes at this time on these weekdays, unless something was written on that day before. The time zone and the language are those of the account.',
    answer: RemindersDto,
  })
  set(@CurrentSession() { user }: SignedIn, @Body() settings: SetRemindersDto): Promise<RemindersDto> {
    return this.rpc.call('reminders.set', { ...accountOf(user), settings });
  }

  @Put('letter', {
    summary: 'Set my weekly letter',
    description:
      'An insight of the seven days up to that evening is written by itself, by the outside model if the person has consented to it, and otherwise by the built-in analysis. No letter is written if there is no entry of these days.',
    answer: RemindersDto,
  })
  setLetter(@CurrentSession() { user }: SignedIn, @Body() letter: SetLetterDto): Promise<RemindersDto> {
    return this.rpc.call('reminders.set-letter', { ...accountOf(user), letter });
  }

  @Post('subscriptions', {
    summary: 'Remind this browser',
    description:
      "Takes a browser's PushSubscription. Its endpoint must belong to a known push service. The same endpoint replaces an earlier subscription.",
    answer: ReminderDeviceDto,
  })
  subscribe(
    @CurrentSession() { user }: SignedIn,
    @Body() subscription: SubscribeDto,
    @Req() request: FastifyRequest,
  ): Promise<ReminderDeviceDto> {
    const { userAgent } = clientOf(request);
    return this.rpc.call('reminders.subscribe', { userId: user.id, subscription, userAgent });
  }

  @Delete('subscriptions/:id', { summary: 'Stop reminding a device', problems: [404] })
  async unsubscribe(@CurrentSession() { user }: SignedIn, @Param('id') deviceId: string): Promise<void> {
    if (!DEVICE_ID_PATTERN.test(deviceId))
      throw new DomainError('not_found', problem(REMINDER_PROBLEMS.no_such_device));
    await this.rpc.call('reminders.unsubscribe', { userId: user.id, deviceId });
  }

  @Post('test', { summary: 'Send a reminder to my devices now', answer: TestedRemindersDto, status: 200 })
  test(@CurrentSession() { user }: SignedIn): Promise<TestedRemindersDto> {
    return this.rpc.call('reminders.test', accountOf(user), { timeoutMs: TEST_TIMEOUT_MS });
  }

  @Post('feed', {
    summary: 'Make a secret link to a calendar of my reminders',
    description: 'An earlier link ends. The link is not shown again.',
    answer: ReminderFeedDto,
  })
  async makeFeed(@CurrentSession() { user }: SignedIn): Promise<ReminderFeedDto> {
    const { secret } = await this.rpc.call('reminders.make-feed', accountOf(user));
    return { path: `/api/reminders/feed/${secret}.ics` };
  }

  @Delete('feed', { summary: 'End the link to the calendar' })
  async revokeFeed(@CurrentSession() { user }: SignedIn): Promise<void> {
    await this.rpc.call('reminders.revoke-feed', { userId: user.id });
  }

  @Get('calendar', {
    summary: 'Get a file for my calendar',
    description:
      'In the format of RFC 5545: one event that repeats at the time and on the weekdays of my reminders, in their zone, with an alarm. It does not follow later changes. 404 while reminders are off.',
    answer: { type: 'string' },
    produces: 'text/calendar',
    problems: [404],
  })
  async getCalendarFile(
    @CurrentSession() { user }: SignedIn,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { calendar } = await this.rpc.call('reminders.get-calendar-file', accountOf(user));
    reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="inner-weather.ics"');
    return calendar;
  }
}
