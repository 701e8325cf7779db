import { AuthUserDeletedV1, type EventName } from '@inner-weather/contracts/messaging/events';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { JobsService } from './jobs.service.js';

/** Erases a deleted account's insights. A worker that is writing one finds its job gone. */
@Controller()
export class UsersConsumer {
  constructor(private readonly jobs: JobsService) {}

  @EventPattern<EventName>('auth.user.deleted.v1')
  async onDeleted(@Payload() { userId }: AuthUserDeletedV1): Promise<void> {
    await this.jobs.eraseAccount(userId);
  }
}
