import { type EventName, JournalEntryCreatedV1 } from '@inner-weather/contracts/messaging/events';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { newestEntry } from './metrics.js';

/** Keeps the time of the newest entry, as a metric. */
@Controller()
export class EntriesConsumer {
  private newestMs = 0;

  @EventPattern<EventName>('journal.entry.created.v1')
  onCreated(@Payload() { createdAt }: JournalEntryCreatedV1): void {
    // An event can come twice, and after a later one: neither may change the result.
    this.newestMs = Math.max(this.newestMs, Date.parse(createdAt));
    newestEntry().set(this.newestMs / 1_000);
  }
}
