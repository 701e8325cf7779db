import { AuthUserDeletedV1, type EventName } from '@inner-weather/contracts/events';
import { IdempotencyKeys } from '@inner-weather/platform/mongo/idempotency-keys';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { JobsRepository } from './jobs.repository.js';

/** Nothing of a person stays when the account goes; a worker that is at it finds its job gone. */
@Controller()
export class UsersConsumer {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly keys: IdempotencyKeys,
  ) {}

  @EventPattern<EventName>('auth.user.deleted.v1')
  async onDeleted(@Payload() { userId }: AuthUserDeletedV1): Promise<void> {
    await this.jobs.deleteOfUser(userId);
    await this.keys.deleteOfUser(userId);
  }
}
