import { Batcher } from '@inner-weather/platform/batcher';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Job } from './job.schema.js';

/**
 * Milliseconds by which a change may come after the time in its event: the event is created before the write that
 * stores it, and the driver gives up on a write after this time (mongo.module.ts).
 */
const WRITE_MS_MAX = 30_000;

/** Changes of entries whose insights are marked by one write, at most. */
const MARKED_MAX = 200;

/** Of insights that an entry's change can make outdated. */
const UP_TO_DATE = { status: { $in: ['running', 'done'] }, outdated: false };

/** An entry was written, changed or deleted. */
interface EntryChange {
  userId: string;
  /** YYYY-MM-DD. */
  day: string;
  changedAt: Date;
}

/** Marks insights whose entries have changed since they were read. */
@Injectable()
export class OutdatedInsights {
  private readonly changes = new Batcher<EntryChange>({
    run: (some) => this.markTogether(some),
    maxItems: MARKED_MAX,
  });

  constructor(@InjectModel(Job.name) private readonly jobs: Model<Job>) {}

  /**
   * Marks a person's insights as outdated whose entries were read before an entry in their range changed, also those
   * that are still being written. `changedAt` is slightly earlier than the change, and a job may have read the entries
   * between the two. Where that is possible, the insight is marked.
   */
  mark(userId: string, day: string, changedAt: Date): Promise<void> {
    return this.changes.add({ userId, day, changedAt });
  }

  private async markTogether(changes: EntryChange[]): Promise<void[]> {
    const $in = [...new Set(changes.map(({ userId }) => userId))];
    const jobs = await this.jobs.collection
      .find<Pick<Job, 'userId'>>({ userId: { $in }, ...UP_TO_DATE }, { projection: { _id: 0, userId: 1 } })
      .toArray();
    // Most writers have no insights. A job that is claimed later reads the changed entries anyway.
    const userIds = new Set(jobs.map(({ userId }) => userId));
    const marks = changes
      .filter(({ userId }) => userIds.has(userId))
      .map(({ userId, day, changedAt }) => ({
        updateMany: {
          filter: {
            userId,
            ...UP_TO_DATE,
            startDate: { $lte: day },
            endDate: { $gte: day },
            readAt: { $lt: new Date(changedAt.getTime() + WRITE_MS_MAX) },
          },
          update: { $set: { outdated: true } },
        },
      }));
    if (marks.length > 0) await this.jobs.collection.bulkWrite(marks, { ordered: false });
    return changes.map(() => undefined);
  }
}
