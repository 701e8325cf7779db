import { randomUUID } from 'node:crypto';
import { Batcher } from '@inner-weather/platform/batcher';
import { upserted } from '@inner-weather/platform/mongo/errors';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { OfAccount } from './account.js';
import { Reminder } from './reminder.schema.js';

/** Entries whose day is noted by one write, at most. */
const WRITTEN_MAX = 200;

export type Settings = Pick<
  Reminder,
  'on' | 'time' | 'weekdays' | 'timeZone' | 'dayEndsAt' | 'language' | 'template'
>;

/** When and for which day the next reminder is. */
export type Planned = Required<Pick<Reminder, 'nextAt' | 'nextDay'>>;

/** What is noted about the entries of a person with reminders. */
type Notes = Pick<Reminder, '_id' | 'lookedDay' | 'look' | 'writtenDay'>;

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
  async set(
    userId: string,
    { template, ...settings }: Settings,
    planned?: Planned,
    writtenDay?: string,
  ): Promise<void> {
    const update = {
      $set: {
        ...settings,
        ...(template && { template }),
        ...(planned && { ...planned, wakeAt: planned.nextAt }),
      },
      $unset: {
        ...{ claim: 1, attempts: 1 },
        ...(!template && { template: 1 }),
        ...(!planned && { nextAt: 1, nextDay: 1, wakeAt: 1 }),
      },
      ...(writtenDay && { $max: { writtenDay } }),
    } as const;
    await upserted(() => this.reminders.updateOne({ _id: userId }, update, { upsert: true }).exec());
  }

  /**
   * Copies what the account says now, unless the settings that the plan follows from were changed since they were read, or
   * the reminder that was planned became due.
   *
   * @param planned undefined if reminders are off, or if the plan stays
   */
  async follow(
    { _id, on, time, weekdays, timeZone, dayEndsAt, language, nextAt }: Reminder,
    ofAccount: OfAccount,
    planned?: Planned,
  ): Promise<void> {
    await this.reminders.updateOne(
      { _id, on, time, weekdays, timeZone, dayEndsAt, language, nextAt: nextAt ?? null, claim: null },
      { $set: { ...ofAccount, ...(planned && { ...planned, wakeAt: planned.nextAt }) } },
    );
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
   * Notes that something was written, for people with reminders. False if something of this day was, or may just have
   * been, deleted or moved: then only journal can say.
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
    // Most writers have no reminders, and a write costs more than this read.
    const before = await this.findNotes(entries);
    // An entry of an earlier day, such as an imported one, or the second one of a day changes nothing.
    const writes = entries.flatMap(({ userId: _id, day }) => {
      const { look = null, writtenDay = '' } = before.get(_id) ?? { writtenDay: day };
      const updateOne = { filter: { _id, look }, update: { $max: { writtenDay: day } } };
      return writtenDay < day ? [{ updateOne }] : [];
    });
    const after = (await this.haveMatched(writes)) ? before : await this.findNotes(entries);
    // A look that began since the read may have taken the place of the note: then journal is asked again.
    return entries.map(({ userId, day }) => {
      const notes = after.get(userId);
      return notes?.look === before.get(userId)?.look && notes?.lookedDay !== day;
    });
  }

  private async haveMatched(writes: object[]): Promise<boolean> {
    if (writes.length === 0) return true;
    const result = await this.reminders.collection.bulkWrite(writes as never, { ordered: false });
    return result.matchedCount === writes.length;
  }

  /** What is noted of people with reminders, by user. */
  private async findNotes(entries: readonly Written[]): Promise<Map<string, Notes>> {
    const $in = [...new Set(entries.map(({ userId }) => userId))];
    const found = await this.reminders
      .find({ _id: { $in } }, { lookedDay: 1, look: 1, writtenDay: 1 })
      .lean<Notes[]>();
    return new Map(found.map((notes) => [notes._id, notes]));
  }
}
