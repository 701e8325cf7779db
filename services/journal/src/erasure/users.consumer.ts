import { AuthUserDeletedV1 } from '@inner-weather/contracts/messaging/events';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { ErasureService } from './erasure.service.js';

/** Handles events about accounts. */
@Controller()
export class UsersConsumer {
  constructor(private readonly erasure: ErasureService) {}

  @EventPattern('auth.user.deleted.v1')
  async onDeleted(@Payload() { userId }: AuthUserDeletedV1): Promise<void> {
    await this.erasure.eraseAccount(userId);
  }
}
