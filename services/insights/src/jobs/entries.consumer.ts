import {
  type EventName,
  JournalEntryCreatedV1,
  JournalEntryDeletedV1,
  JournalEntryUpdatedV1,
} from '@inner-weather/contracts/messaging/events';
import { EventContext } from '@inner-weather/platform/events/event-context';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { OutdatedInsights } from './outdated-insights.js';

/** Marks insights as outdated when an entry in their range changes. They are not rewritten automatically. */
@Controller()
export class EntriesConsumer {
  constructor(private readonly outdatedInsights: OutdatedInsights) {}

  @EventPattern<EventName>('journal.entry.created.v1')
  onCreated(@Payload() entry: JournalEntryCreatedV1, @Ctx() context: EventContext): Promise<void> {
    return this.mark(entry, context);
  }

  @EventPattern<EventName>('journal.entry.updated.v1')
  onUpdated(@Payload() entry: JournalEntryUpdatedV1, @Ctx() context: EventContext): Promise<void> {
    return this.mark(entry, context);
  }

  @EventPattern<EventName>('journal.entry.deleted.v1')
  onDeleted(@Payload() entry: JournalEntryDeletedV1, @Ctx() context: EventContext): Promise<void> {
    return this.mark(entry, context);
  }

  private async mark(
    { userId, day }: Pick<JournalEntryUpdatedV1, 'userId' | 'day'>,
    { timestamp }: EventContext,
  ): Promise<void> {
    await this.outdatedInsights.mark(userId, day, timestamp);
  }
}
