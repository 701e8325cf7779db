import {
  type EventName,
  JournalEntryCreatedV1,
  JournalEntryDeletedV1,
  JournalEntryUpdatedV1,
} from '@inner-weather/contracts/messaging/events';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { JournalReader } from './journal-reader.js';
import { RemindersRepository } from './reminders.repository.js';

/** Notes on which day something was written last, so that no reminder comes on that day. */
@Controller()
export class EntriesConsumer {
  constructor(
    private readonly reminders: RemindersRepository,
    private readonly journal: JournalReader,
  ) {}

  /** Its entry may be gone by now: the event of its deletion, which was sent later, may have come first. */
  @EventPattern<EventName>('journal.entry.created.v1')
  async onCreated(@Payload() entry: JournalEntryCreatedV1): Promise<void> {
    if (!(await this.reminders.noteWritten(entry.userId, entry.day))) await this.lookAgain(entry);
  }

  @EventPattern<EventName>('journal.entry.updated.v1')
  async onUpdated(@Payload() entry: JournalEntryUpdatedV1): Promise<void> {
    await this.lookAgain(entry);
  }

  @EventPattern<EventName>('journal.entry.deleted.v1')
  async onDeleted(@Payload() entry: JournalEntryDeletedV1): Promise<void> {
    await this.lookAgain(entry);
  }

  /**
   * An entry has left its day, or come to it. If it was the only one of the last day, the reminder comes after all. Journal
   * is asked after the look is named, so of several looks at once the one that was named last knows what holds.
   */
  private async lookAgain({ userId, day }: Pick<JournalEntryUpdatedV1, 'userId' | 'day'>): Promise<void> {
    const look = await this.reminders.beginLook(userId, day);
    if (look === undefined) return;
    const isWritten = await this.journal.isWritten(userId, day);
    await this.reminders.endLook(userId, day, { look, isWritten });
  }
}
