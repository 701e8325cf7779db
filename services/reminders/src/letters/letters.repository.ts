import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { type OutboxEvent, outboxOnUpdate } from '@inner-weather/platform/outbox/outbox';
import { InjectOutboxRelay, type OutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Letter } from './letter.schema.js';
import { isoWeekOf } from '@inner-weather/domain/time/iso-week';
import type { OfAccount } from '../reminders/account.js';
import { occurrencesAfter } from '../reminders/occurrences.js';

export type LetterSettings = Pick<
  Letter,
  'on' | 'weekday' | 'time' | 'byMail' | 'wordsInMail' | 'timeZone' | 'dayEndsAt' | 'language'
>;

/** A letter that is due. */
export type DueLetter = Letter & PlannedLetter;

/** The settings of weekly letters, and when they are due. */
@Injectable()
export class LettersRepository {
  constructor(
    @InjectModel(Letter.name) private readonly letters: Model<Letter>,
    @InjectOutboxRelay(Letter.name) private readonly outbox: OutboxRelay,
  ) {}

  find(userId: string): Promise<Letter | null> {
    return this.letters.findOne({ _id: userId }).lean<Letter>().exec();
  }

  /**
   * False if a letter became due, or other settings were saved, since `read` was read: then nothing is changed.
   *
   * @param planned undefined if letters are off
   */
  async set(
    userId: string,
    settings: LetterSettings,
    planned: PlannedLetter | undefined,
    read: Letter | null,
  ): Promise<boolean> {
    const isAbsent = { $exists: false };
    const asRead = { nextAt: read?.nextAt ?? isAbsent, lastWeek: read?.lastWeek ?? isAbsent };
    const update = {
      $set: { ...settings, ...planned },
      ...(!planned && { $unset: { nextAt: 1, nextDay: 1 } }),
    } as const;
    try {
      const { matchedCount, upsertedCount } = await this.letters.updateOne(
        { _id: userId, ...asRead },
        update,
        { upsert: read === null },
      );
      return matchedCount + upsertedCount > 0;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }

  /**
   * Copies what the account says now, unless the settings that the plan follows from were changed since they were read,
   * or the letter that was planned became due.
   *
   * @param planned undefined if letters are off
   */
  async follow(
    { _id, on, weekday, time, timeZone, dayEndsAt, language, nextAt }: Letter,
    ofAccount: OfAccount,
    planned?: PlannedLetter,
  ): Promise<void> {
    await this.letters.updateOne(
      { _id, on, weekday, time, timeZone, dayEndsAt, language, nextAt: nextAt ?? null },
      { $set: { ...ofAccount, ...planned } },
    );
  }

  async stopMail(userId: string): Promise<void> {
    await this.letters.updateOne({ _id: userId }, { $set: { byMail: false } });
  }

  /**
   * Claims the devices of a person for one announcement, until the moment that is returned: it names the claim, since a
   * later claim ends later. Undefined while another announcement has them.
   */
  async claimDevices(userId: string, leaseMs: number): Promise<Date | undefined> {
    const now = Date.now();
    const tellingUntil = new Date(now + leaseMs);
    const { modifiedCount } = await this.letters.updateOne(
      { _id: userId, tellingUntil: { $not: { $gte: new Date(now) } } },
      { $set: { tellingUntil } },
    );
    return modifiedCount > 0 ? tellingUntil : undefined;
  }

  /** Does nothing if the claim has ended, and the devices belong to another. */
  async releaseDevices(userId: string, tellingUntil: Date): Promise<void> {
    await this.letters.updateOne({ _id: userId, tellingUntil }, { $unset: { tellingUntil: 1 } });
  }

  async delete(userId: string): Promise<void> {
    await this.letters.deleteOne({ _id: userId });
  }

  /** Those that are due, the longest due first. */
  listDue(limit: number): Promise<DueLetter[]> {
    return this.letters
      .find({ nextAt: { $lte: new Date() } })
      .sort({ nextAt: 1 })
      .limit(limit)
      .lean<DueLetter[]>()
      .exec();
  }

  /** Those that are due after this moment. */
  listAfter(moment: Date, limit: number): Promise<DueLetter[]> {
    return this.letters
      .find({ nextAt: { $gt: moment } })
      .limit(limit)
      .lean<DueLetter[]>()
      .exec();
  }

  /** Plans a letter again, unless it was planned or its week was noted meanwhile. */
  async replan(
    { _id, nextAt, lastWeek }: DueLetter,
    planned: PlannedLetter,
    isWrongWeek: boolean,
  ): Promise<void> {
    await this.letters.updateOne(
      { _id, nextAt, lastWeek: lastWeek ?? { $exists: false } },
      { $set: planned, ...(isWrongWeek && { $unset: { lastWeek: 1 } }) },
    );
  }

  /**
   * Plans the next letter, with the event of this one in the same write: if several replicas try, one succeeds, and no
   * letter is lost or repeated. False also if the settings were changed meanwhile.
   */
  async advance(
    { _id, nextAt, weekday, time, timeZone, dayEndsAt }: DueLetter,
    changes: Partial<Letter>,
    events: OutboxEvent[],
  ): Promise<boolean> {
    const { modifiedCount } = await this.letters.updateOne(
      { _id, nextAt, weekday, time, timeZone, dayEndsAt },
      { $set: { ...changes, ...outboxOnUpdate(events) } },
    );
    if (modifiedCount > 0 && events.length > 0) this.outbox.publishSoon(_id);
    return modifiedCount > 0;
  }
}

export type LetterSchedule = Pick<Letter, 'weekday' | 'time' | 'timeZone' | 'dayEndsAt' | 'lastWeek'>;

/** When the next letter is due, and its last day. */
export type PlannedLetter = Required<Pick<Letter, 'nextAt' | 'nextDay'>>;

/** The first letter after a moment whose week has none yet. */
export function nextLetter(schedule: LetterSchedule, after: number): PlannedLetter {
  const { weekday, lastWeek = '' } = schedule;
  const occurrences = occurrencesAfter({ ...schedule, weekdays: [weekday] }, after);
  for (;;) {
    const { at, day } = occurrences.next().value;
    if (isoWeekOf(day) > lastWeek) return { nextAt: new Date(at), nextDay: day };
  }
}
