import type { JobStep } from '@inner-weather/contracts/insights.dto';
import { FieldEncryption, type Place } from '@inner-weather/platform/encryption/field-encryption';
import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import {
  newEvent,
  type OutboxEvent,
  outboxOnInsert,
  outboxOnUpdate,
} from '@inner-weather/platform/mongo/outbox';
import { InjectOutboxRelay, type OutboxRelay } from '@inner-weather/platform/mongo/outbox-relay';
import type { PageCursor } from '@inner-weather/platform/mongo/page-cursor';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Job, type JobError, type ReadableJob } from './job.schema.js';

/** A job as its worker holds it: writes count only while the fence is still the job's. */
export type ClaimedJob = Omit<Job, 'outbox'>;

/** Fields that a job gets when it is stored. */
type NewJob = Pick<
  Job,
  '_id' | 'userId' | 'userName' | 'range' | 'startDate' | 'endDate' | 'tz' | 'from' | 'until' | 'provider'
>;

/** Jobs, whose texts are encrypted in the store. */
@Injectable()
export class JobsRepository {
  constructor(
    @InjectModel(Job.name) private readonly jobs: Model<Job>,
    @InjectOutboxRelay(Job.name) private readonly outbox: OutboxRelay,
    private readonly fields: FieldEncryption,
  ) {}

  newId(): Types.ObjectId {
    return new Types.ObjectId();
  }

  /** Stores a queued job with the message that sets it going; a job that is there under this id stays as it is. */
  async insert(job: NewJob): Promise<void> {
    const now = new Date();
    const queued = {
      status: 'queued',
      step: 'queued',
      entries: 0,
      model: '',
      text: '',
      outdated: false,
    } as const;
    const bookkeeping = { createdAt: now, askedAt: now, asked: 1, fence: 0 };
    try {
      await this.jobs.create({ ...job, ...queued, ...bookkeeping, ...outboxOnInsert([requested(job._id)]) });
    } catch (error) {
      if (isDuplicateKey(error)) return;
      throw error;
    }
    this.outbox.kick(job._id);
  }

  async find(userId: string, id: string): Promise<ReadableJob | null> {
    const _id = parseId(id);
    const job = _id && (await this.jobs.findOne({ _id, userId }).lean<Job>());
    return job && this.read(job);
  }

  /** One person's jobs after the cursor, newest first. */
  async list(userId: string, limit: number, after?: PageCursor): Promise<ReadableJob[]> {
    const filter = {
      userId,
      ...(after && {
        createdAt: { $lte: after.createdAt },
        $or: [{ createdAt: { $lt: after.createdAt } }, { _id: { $lt: new Types.ObjectId(after.id) } }],
      }),
    };
    const jobs = await this.jobs.find(filter).sort({ createdAt: -1, _id: -1 }).limit(limit).lean<Job[]>();
    return Promise.all(jobs.map((job) => this.read(job)));
  }

  /** Takes a job that is queued, or whose worker's lease has run out. Null when there is nothing to take. */
  claim(id: string, leaseMs: number): Promise<ClaimedJob | null> {
    const now = new Date();
    return this.jobs
      .findOneAndUpdate(
        { _id: parseId(id), $or: [{ status: 'queued' }, { status: 'running', leaseUntil: { $lt: now } }] },
        {
          $set: {
            status: 'running',
            step: 'reading',
            entries: 0,
            outdated: false,
            readAt: now,
            leaseUntil: new Date(now.getTime() + leaseMs),
          },
          $inc: { fence: 1 },
        },
        // The outbox is the relay's, who is taking this very message out of it.
        { returnDocument: 'after', projection: { outbox: 0 } },
      )
      .lean<ClaimedJob>()
      .exec();
  }

  /** The three below answer false when the job is not this worker's any more. */
  async extend({ _id, fence }: ClaimedJob, leaseMs: number): Promise<boolean> {
    return this.write(_id, fence, { $set: { leaseUntil: new Date(Date.now() + leaseMs) } });
  }

  async progress({ _id, fence }: ClaimedJob, step: JobStep, entries: number): Promise<boolean> {
    return this.write(_id, fence, { $set: { step, entries } });
  }

  async complete({ _id, fence, userId }: ClaimedJob, words: string, model: string): Promise<boolean> {
    const text = await this.fields.seal(textOf({ _id, userId }), words);
    const done = { status: 'done', step: 'finished', text, model, finishedAt: new Date() };
    return this.write(_id, fence, { $set: done, $unset: { leaseUntil: 1 } });
  }

  async fail({ _id, fence }: ClaimedJob, error: JobError): Promise<boolean> {
    const failed = { status: 'failed', step: 'finished', error, finishedAt: new Date() };
    return this.write(_id, fence, { $set: failed, $unset: { leaseUntil: 1 } });
  }

  /** Puts a job back for another attempt: its message comes again, so the patience with it begins anew. */
  async release({ _id, fence }: ClaimedJob): Promise<boolean> {
    return this.write(_id, fence, {
      $set: { status: 'queued', step: 'queued', askedAt: new Date() },
      $unset: { leaseUntil: 1 },
    });
  }

  /** Jobs whose worker went silent, or that have been queued since before `askedBefore`. */
  async listOrphans(askedBefore: Date, limit: number): Promise<Job[]> {
    const now = new Date();
    const [silent, forgotten] = await Promise.all([
      this.jobs
        .find({ status: 'running', leaseUntil: { $lt: now } })
        .limit(limit)
        .lean<Job[]>(),
      this.jobs
        .find({ status: 'queued', askedAt: { $lt: askedBefore } })
        .limit(limit)
        .lean<Job[]>(),
    ]);
    return [...silent, ...forgotten];
  }

  /** Sends the job's message once more; of several replicas that try, one is let through. */
  async askAgain({ _id, asked }: Job): Promise<void> {
    const { modifiedCount } = await this.jobs.updateOne(
      { _id, asked, status: { $in: ['queued', 'running'] } },
      { $set: { askedAt: new Date(), asked: asked + 1, ...outboxOnUpdate([requested(_id)]) } },
    );
    if (modifiedCount > 0) this.outbox.kick(_id);
  }

  /**
   * Marks the insights of a person that were read before a change of an entry in their range: also those that are
   * still being written, since their entries have been read.
   */
  async markOutdated(userId: string, entryCreatedAt: Date, changedAt: Date): Promise<void> {
    await this.jobs.updateMany(
      {
        userId,
        status: { $in: ['running', 'done'] },
        outdated: false,
        from: { $lte: entryCreatedAt },
        until: { $gt: entryCreatedAt },
        readAt: { $lt: changedAt },
      },
      { $set: { outdated: true } },
    );
  }

  async deleteOfUser(userId: string): Promise<void> {
    await this.jobs.deleteMany({ userId });
  }

  /** When the oldest job of each unfinished status was made. */
  async oldestUnfinished(status: 'queued' | 'running'): Promise<Date | undefined> {
    const oldest = await this.jobs.findOne({ status }, { createdAt: 1 }).sort({ createdAt: 1 }).lean<Job>();
    return oldest?.createdAt;
  }

  private async read(job: Job): Promise<ReadableJob> {
    return { ...job, text: await this.fields.open(textOf(job), job.text ?? '') };
  }

  private async write(_id: Types.ObjectId, fence: number, update: object): Promise<boolean> {
    const { matchedCount } = await this.jobs.updateOne({ _id, fence, status: 'running' }, update);
    return matchedCount > 0;
  }
}

/** Where a job's text belongs. */
const textOf = ({ userId, _id }: Pick<Job, 'userId' | '_id'>): Place => ({
  userId,
  documentId: String(_id),
  field: 'jobs.text',
});

function requested(id: Types.ObjectId): OutboxEvent<'insights.job.requested.v1'> {
  return newEvent('insights.job.requested.v1', { jobId: String(id) });
}

/** Null for what is no id of ours: there is no job under it. */
function parseId(id: string): Types.ObjectId | null {
  return /^[0-9a-f]{24}$/i.test(id) ? new Types.ObjectId(id) : null;
}
