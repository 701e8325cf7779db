import {
  AuthPasswordChangedV1,
  AuthUserDeletedV1,
  type EventName,
} from '@inner-weather/contracts/messaging/events';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { ErasureService } from './erasure.service.js';
import { FeedsService } from './feeds.service.js';

/** Erases what belongs to a deleted account, and ends the link to the calendar of one with a new password. */
@Controller()
export class UsersConsumer {
  constructor(
    private readonly erasure: ErasureService,
    private readonly feeds: FeedsService,
  ) {}

  @EventPattern<EventName>('auth.user.deleted.v1')
  async onDeleted(@Payload() { userId }: AuthUserDeletedV1): Promise<void> {
    await this.erasure.eraseAccount(userId);
  }

  /** Whoever has the link may have got it with the old password, and sessions end in the same way. */
  @EventPattern<EventName>('auth.password.changed.v1')
  async onPasswordChanged(@Payload() { userId, changedAt }: AuthPasswordChangedV1): Promise<void> {
    await this.feeds.revoke(userId, new Date(changedAt));
  }
}
