import { AuthUserDeletedV1, type EventName } from '@inner-weather/contracts/messaging/events';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { ErasureService } from './erasure.service.js';

/** Erases the settings and devices of a deleted account. */
@Controller()
export class UsersConsumer {
  constructor(private readonly erasure: ErasureService) {}

  @EventPattern<EventName>('auth.user.deleted.v1')
  async onDeleted(@Payload() { userId }: AuthUserDeletedV1): Promise<void> {
    await this.erasure.eraseAccount(userId);
  }
}
