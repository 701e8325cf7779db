import {
  AuthUserDeletedV1,
  type EventName,
  JournalPhotosDroppedV1,
} from '@inner-weather/contracts/messaging/events';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Departures } from './departures.js';
import { ErasureService } from './erasure.service.js';

@Controller()
export class EventsConsumer {
  constructor(
    private readonly departures: Departures,
    private readonly erasure: ErasureService,
  ) {}

  @EventPattern<EventName>('journal.photos.dropped.v1')
  async onDropped(@Payload() { userId, photoIds }: JournalPhotosDroppedV1): Promise<void> {
    await this.departures.drop(userId, photoIds);
  }

  @EventPattern<EventName>('auth.user.deleted.v1')
  async onDeleted(@Payload() { userId }: AuthUserDeletedV1): Promise<void> {
    await this.erasure.eraseAccount(userId);
  }
}
