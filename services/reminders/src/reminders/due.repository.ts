import { randomUUID } from 'node:crypto';
import { Batcher } from '@inner-weather/platform/batcher';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Planned } from './reminders.repository.js';
import { Reminder } from './reminder.schema.js';

/** A due reminder that this replica has claimed. Its writes take effect only while the claim is the same. */
export type Claimed = Reminder & Planned & Required<Pick<Reminder, 'claim'>>;

/** Reminders that are finished by one write, at most. */
const FINISHED_MAX = 200;

/** What becomes of a claimed reminder. */
interface Finished {
  claimed: Claimed;
  changes: Partial<Pick<Reminder, 'nextAt' | 'nextDay' | 'remindedDay' | 'attempts'>> & { wakeAt: Date };
}

/** The scheduler's operations: claim due reminders, and finish them. */
@Injectable()
export class DueRepository {
  private readonly finished = new Batcher<Finished>({
    run: (some) => this.finishTogether(some),
    maxItems: FINISHED_MAX,
  });

  constructor(@InjectModel(Reminder.name) private readonly reminders: Model<Reminder>) {}

  /**
   * Claims up to `limit` due reminders, the longest due first. The claim moves `wakeAt` to the end of the lease, so no
   * other replica finds them until then. Afterwards another one claims them, under another name. Returns undefined if
   * none is due, and an empty list if others were faster.
   */
  async claim(limit: number, leaseMs: number): Promise<Claimed[] | undefined> {
    const now = new Date();
    const due = await this.reminders
      .find({ wakeAt: { $lte: now } }, { _id: 1 })
      .sort({ wakeAt: 1 })
      .limit(limit)
      .lean<Pick<Reminder, '_id'>[]>();
    if (due.length === 0) return undefined;
    const claim = randomUUID();
    const { modifiedCount } = await this.reminders.updateMany(
      { _id: { $in: due.map(({ _id }) => _id) }, wakeAt: { $lte: now } },
      { $set: { claim, wakeAt: new Date(now.getTime() + leaseMs) } },
    );
    return modifiedCount === 0 ? [] : this.reminders.find({ claim }).lean<Claimed[]>();
  }

  /** The next reminder of this person comes at `planned`, and this one was left out. */
  plan(claimed: Claimed, planned: Planned): Promise<void> {
    return this.finished.add({ claimed, changes: { ...planned, wakeAt: planned.nextAt, attempts: 0 } });
  }

  /** The next reminder of this person comes at `planned`, and this one was sent. */
  planAfterSent(claimed: Claimed, planned: Planned): Promise<void> {
    const changes = { ...planned, wakeAt: planned.nextAt, attempts: 0, remindedDay: claimed.nextDay };
    return this.finished.add({ claimed, changes });
  }

  /** The same reminder is tried again. */
  retry(claimed: Claimed, wakeAt: Date, attempts: number): Promise<void> {
    return this.finished.add({ claimed, changes: { wakeAt, attempts } });
  }

  /** Reminders that wake only after this moment. */
  listSleeping(until: Date, limit: number): Promise<Reminder[]> {
    return this.reminders
      .find({ wakeAt: { $gt: until } })
      .limit(limit)
      .lean<Reminder[]>()
      .exec();
  }

  /** Plans a sleeping reminder again, unless that was done meanwhile. */
  async replan({ _id, wakeAt }: Reminder, planned: Planned): Promise<void> {
    await this.reminders.updateOne(
      { _id, wakeAt },
      { $set: { ...planned, wakeAt: planned.nextAt }, $unset: { claim: 1, attempts: 1 } },
    );
  }

  /** When the reminder that waits longest should have been sent; undefined if none waits. */
  async oldestDue(): Promise<Date | undefined> {
    const oldest = await this.reminders
      .findOne({ wakeAt: { $lte: new Date() } }, { wakeAt: 1 })
      .sort({ wakeAt: 1 })
      .lean<Reminder>();
    return oldest?.wakeAt;
  }

  private async finishTogether(some: Finished[]): Promise<void[]> {
    const writes = some.map(({ claimed: { _id, claim }, changes }) => ({
      updateOne: { filter: { _id, claim }, update: { $set: changes, $unset: { claim: 1 } } },
    }));
    await this.reminders.collection.bulkWrite(writes as never, { ordered: false });
    return some.map(() => undefined);
  }
}
