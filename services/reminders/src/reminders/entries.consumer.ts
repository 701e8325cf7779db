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

  @EventPattern<EventName>('journal.entry.created.v1')
  async onCreated(@Payload() { userId, day }: JournalEntryCreatedV1): Promise<void> {
    await this.reminders.noteWritten(userId, day);
  }

  @EventPattern<EventName>('journal.entry.updated.v1')
  async onUpdated(@Payload() entry: JournalEntryUpdatedV1): Promise<void> {
    await this.lookAgain(entry);
  }

  @EventPattern<EventName>('journal.entry.deleted.v1')
  async onDeleted(@Payload() entry: JournalEntryDeletedV1): Promise<void> {
    await this.lookAgain(entry);
  }

  /** An entry has left its day, or come to it. If it was the only one of the last day, the reminder comes after all. */
  private async lookAgain({ userId, day }: JournalEntryUpdatedV1): Promise<void> {
    const reminder = await this.reminders.find(userId);
    if (!reminder || day < (reminder.writtenDay ?? '')) return;
    if (await this.journal.isWritten(userId, day)) await this.reminders.noteWritten(userId, day);
    else await this.reminders.forgetWritten(userId, day);
  }
}
