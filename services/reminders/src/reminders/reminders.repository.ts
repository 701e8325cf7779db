import { Batcher } from '@inner-weather/platform/batcher';
import { upserted } from '@inner-weather/platform/mongo/errors';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Reminder } from './reminder.schema.js';

/** Entries whose day is noted by one write, at most. */
const WRITTEN_MAX = 200;

export type Settings = Pick<Reminder, 'on' | 'time' | 'weekdays' | 'timeZone' | 'dayEndsAt' | 'language'>;

/** When and for which day the next reminder is. */
export type Planned = Required<Pick<Reminder, 'nextAt' | 'nextDay'>>;

interface Written {
  userId: string;
  /** YYYY-MM-DD. */
  day: string;
}

/** The settings of people. A change of them takes the reminder away from the replica that has claimed it. */
@Injectable()
export class RemindersRepository {
  private readonly written = new Batcher<Written>({
    run: (some) => this.noteTogether(some),
    maxItems: WRITTEN_MAX,
  });

  constructor(@InjectModel(Reminder.name) private readonly reminders: Model<Reminder>) {}

  find(userId: string): Promise<Reminder | null> {
    return this.reminders.findOne({ _id: userId }).lean<Reminder>().exec();
  }

  findFeed(feedHash: string): Promise<Reminder | null> {
    return this.reminders.findOne({ feedHash }).lean<Reminder>().exec();
  }

  /**
   * @param planned undefined if reminders are off
   * @param writtenDay a day on which something was written, if it is known
   */
  async set(userId: string, settings: Settings, planned?: Planned, writtenDay?: string): Promise<void> {
    const update = {
      $set: { ...settings, ...(planned && { ...planned, wakeAt: planned.nextAt }) },
      $unset: { claim: 1, attempts: 1, ...(!planned && { nextAt: 1, nextDay: 1, wakeAt: 1 }) },
      ...(writtenDay && { $max: { writtenDay } }),
    } as const;
    await upserted(() => this.reminders.updateOne({ _id: userId }, update, { upsert: true }).exec());
  }

  /** @param feedHash undefined ends the link */
  async setFeed(userId: string, feedHash: string | undefined): Promise<void> {
    await this.reminders.updateOne(
      { _id: userId },
      feedHash ? { $set: { feedHash } } : { $unset: { feedHash: 1 } },
    );
  }

  /** Notes that something was written, for people with reminders. */
  noteWritten(userId: string, day: string): Promise<void> {
    return this.written.add({ userId, day });
  }

  /** Nothing is left of this day. */
  async forgetWritten(userId: string, day: string): Promise<void> {
    await this.reminders.updateOne({ _id: userId, writtenDay: day }, { $unset: { writtenDay: 1 } });
  }

  async delete(userId: string): Promise<void> {
    await this.reminders.deleteOne({ _id: userId });
  }

  private async noteTogether(entries: Written[]): Promise<void[]> {
    // Most writers have no reminders, and a write costs more than this look.
    const $in = [...new Set(entries.map(({ userId }) => userId))];
    const found = await this.reminders.find({ _id: { $in } }, { _id: 1 }).lean<Pick<Reminder, '_id'>[]>();
    const reminded = new Set(found.map(({ _id }) => _id));
    // An entry of an earlier day, such as an imported one, changes nothing.
    const notes = entries
      .filter(({ userId }) => reminded.has(userId))
      .map(({ userId: _id, day: writtenDay }) => ({
        updateOne: { filter: { _id }, update: { $max: { writtenDay } } },
      }));
    if (notes.length > 0) await this.reminders.collection.bulkWrite(notes as never, { ordered: false });
    return entries.map(() => undefined);
  }
}
