import { randomUUID } from 'node:crypto';
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
  private readonly written = new Batcher<Written, boolean>({
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

  async setFeed(userId: string, feedHash: string): Promise<void> {
    await this.reminders.updateOne({ _id: userId }, { $set: { feedHash, feedMadeAt: new Date() } });
  }

  /** Ends the link to the calendar that was made before a moment; one without a time is older than these times. */
  async endFeed(userId: string, madeBefore = new Date()): Promise<void> {
    await this.reminders.updateOne(
      { _id: userId, feedMadeAt: { $not: { $gt: madeBefore } } },
      { $unset: { feedHash: 1, feedMadeAt: 1 } },
    );
  }

  /**
   * Notes that something was written, for people with reminders. False if something of this day was deleted or moved: then
   * only journal can say.
   */
  noteWritten(userId: string, day: string): Promise<boolean> {
    return this.written.add({ userId, day });
  }

  /**
   * Names a look into journal at a day, in place of an earlier one. Undefined if the day does not matter: there are no
   * reminders, or something was written on a later day.
   */
  async beginLook(userId: string, day: string): Promise<string | undefined> {
    const look = randomUUID();
    const { matchedCount } = await this.reminders.updateOne(
      { _id: userId, writtenDay: { $not: { $gt: day } } },
      { $set: { look }, $max: { lookedDay: day } },
    );
    return matchedCount > 0 ? look : undefined;
  }

  /** Notes what a look found, unless another was named meanwhile: that one asks journal later. */
  async endLook(
    userId: string,
    day: string,
    { look, isWritten }: { look: string; isWritten: boolean },
  ): Promise<void> {
    if (isWritten) await this.reminders.updateOne({ _id: userId, look }, { $max: { writtenDay: day } });
    else
      await this.reminders.updateOne({ _id: userId, look, writtenDay: day }, { $unset: { writtenDay: 1 } });
  }

  async delete(userId: string): Promise<void> {
    await this.reminders.deleteOne({ _id: userId });
  }

  private async noteTogether(entries: Written[]): Promise<boolean[]> {
    // Most writers have no reminders, and a write costs more than this look.
    const reminded = await this.findLookedDays(entries);
    // An entry of an earlier day, such as an imported one, changes nothing.
    const notes = entries
      .filter(({ userId }) => reminded.has(userId))
      .map(({ userId: _id, day: writtenDay }) => ({
        updateOne: { filter: { _id }, update: { $max: { writtenDay } } },
      }));
    if (notes.length === 0) return entries.map(() => true);
    await this.reminders.collection.bulkWrite(notes as never, { ordered: false });
    // Read after the write: a look that began in between asks journal itself.
    const looked = await this.findLookedDays(entries);
    return entries.map(({ userId, day }) => looked.get(userId) !== day);
  }

  /** Those of people with reminders, by user. */
  private async findLookedDays(entries: readonly Written[]): Promise<Map<string, string>> {
    const $in = [...new Set(entries.map(({ userId }) => userId))];
    const found = await this.reminders
      .find({ _id: { $in } }, { lookedDay: 1 })
      .lean<Pick<Reminder, '_id' | 'lookedDay'>[]>();
    return new Map(found.map(({ _id, lookedDay = '' }) => [_id, lookedDay]));
  }
}
