import { AuthUserDeletedV1 } from '@inner-weather/contracts/events';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { EntriesService } from './entries.service.js';

/** What happens to accounts. */
@Controller()
export class UsersConsumer {
  constructor(private readonly entries: EntriesService) {}

  @EventPattern('auth.user.deleted.v1')
  async onDeleted(@Payload() { userId }: AuthUserDeletedV1): Promise<void> {
    await this.entries.deleteEverythingOf(userId);
  }
}
