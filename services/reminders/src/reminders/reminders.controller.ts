import type {
  ReminderDeviceDto,
  RemindersDto,
  TestedRemindersDto,
} from '@inner-weather/contracts/reminders/reminders.dto';
import {
  AccountRequest,
  DeviceRequest,
  FeedRequest,
  type LetterDelivery,
  LetterMailRequest,
  SetLetterRequest,
  SetRemindersRequest,
  SubscribeRequest,
} from '@inner-weather/contracts/rpc/reminders';
import { UserRequest } from '@inner-weather/contracts/rpc/requests';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { type LimitPolicy, RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { LettersService } from '../letters/letters.service.js';
import { FeedsService } from './feeds.service.js';
import { RemindersService } from './reminders.service.js';

/** Tests of one person, since each is a message to every device. */
export const TESTS: LimitPolicy = {
  name: 'reminder-tests',
  subject: 'reminders',
  quota: 10,
  windowMs: 60 * 60_000,
};

@Controller()
export class RemindersController {
  constructor(
    private readonly reminders: RemindersService,
    private readonly letters: LettersService,
    private readonly feeds: FeedsService,
    private readonly limiter: RateLimiter,
  ) {}

  @MessagePattern<RpcMethod>('reminders.get')
  get(@Payload() request: AccountRequest): Promise<RemindersDto> {
    return this.reminders.get(request);
  }

  @MessagePattern<RpcMethod>('reminders.set')
  async set(@Payload() request: SetRemindersRequest): Promise<RemindersDto> {
    await this.limiter.countWrite(request.userId);
    return this.reminders.set(request);
  }

  @MessagePattern<RpcMethod>('reminders.set-letter')
  async setLetter(@Payload() request: SetLetterRequest): Promise<RemindersDto> {
    await this.limiter.countWrite(request.userId);
    return this.reminders.setLetter(request);
  }

  @MessagePattern<RpcMethod>('reminders.get-letter')
  getLetter(@Payload() { userId }: UserRequest): Promise<LetterDelivery> {
    return this.letters.delivery(userId);
  }

  @MessagePattern<RpcMethod>('reminders.stop-letter-mail')
  async stopLetterMail(@Payload() { secret }: LetterMailRequest): Promise<null> {
    await this.letters.stopMail(secret);
    return null;
  }

  @MessagePattern<RpcMethod>('reminders.subscribe')
  async subscribe(@Payload() request: SubscribeRequest): Promise<ReminderDeviceDto> {
    await this.limiter.countWrite(request.userId);
    return this.reminders.subscribe(request);
  }

  @MessagePattern<RpcMethod>('reminders.unsubscribe')
  async unsubscribe(@Payload() request: DeviceRequest): Promise<null> {
    await this.limiter.countWrite(request.userId);
    return this.reminders.unsubscribe(request);
  }

  @MessagePattern<RpcMethod>('reminders.test')
  async test(@Payload() request: AccountRequest): Promise<TestedRemindersDto> {
    await this.limiter.count(TESTS, request.userId);
    return this.reminders.test(request);
  }

  @MessagePattern<RpcMethod>('reminders.make-feed')
  async makeFeed(@Payload() request: AccountRequest): Promise<{ secret: string }> {
    await this.limiter.countWrite(request.userId);
    await this.reminders.ensure(request);
    return { secret: await this.feeds.make(request.userId) };
  }

  @MessagePattern<RpcMethod>('reminders.revoke-feed')
  async revokeFeed(@Payload() { userId }: UserRequest): Promise<null> {
    await this.limiter.countWrite(userId);
    await this.feeds.revoke(userId);
    return null;
  }

  @MessagePattern<RpcMethod>('reminders.get-feed')
  async getFeed(@Payload() { secret }: FeedRequest): Promise<{ calendar: string }> {
    return { calendar: await this.feeds.read(secret) };
  }

  @MessagePattern<RpcMethod>('reminders.get-calendar-file')
  async getCalendarFile(@Payload() request: AccountRequest): Promise<{ calendar: string }> {
    await this.reminders.get(request);
    return { calendar: await this.feeds.file(request.userId) };
  }
}
