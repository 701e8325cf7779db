import type { InsightDetailsDto, JobStep } from '@inner-weather/contracts/insights/insights.dto';
import { FieldEncryption } from '@inner-weather/platform/encryption/field-encryption';
import { UNJOURNALED } from '@inner-weather/platform/mongo/unjournaled';
import { newEvent, type OutboxEvent, outboxOnUpdate } from '@inner-weather/platform/outbox/outbox';
import { InjectOutboxRelay, type OutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import { parseId } from '@inner-weather/platform/mongo/parse-id';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Job, type JobError, placeOf } from './job.schema.js';

/** A job as its worker has claimed it. The worker's writes take effect only while the job has the same fence. */
export type ClaimedJob = Omit<Job, 'outbox'>;

/** The worker's operations on jobs: claim, report progress, finish, and requeue jobs of lost workers. */
@Injectable()
export class ClaimsRepository {
  constructor(
    @InjectModel(Job.name) private readonly jobs: Model<Job>,
    @InjectOutboxRelay(Job.name) private readonly outbox: OutboxRelay,
    private readonly fields: FieldEncryption,
  ) {}

  /**
   * Claims a queued job; null for any other. A job whose lease has expired cannot be claimed, although its message is
   * redelivered: housekeeping requeues it and counts the lost workers.
   */
  claim(id: string, leaseMs: number): Promise<ClaimedJob | null> {
    const now = new Date();
    return this.jobs
      .findOneAndUpdate(
        { _id: parseId(id), status: 'queued' },
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
        // The outbox belongs to the relay, which is removing this message from it.
        { returnDocument: 'after', projection: { outbox: 0 } },
      )
      .lean<ClaimedJob>()
      .exec();
  }

  /** This method and the next six return false when the job no longer belongs to this worker. */
  async renewLease({ _id, fence }: ClaimedJob, leaseMs: number): Promise<boolean> {
    // If this write is lost, another worker may claim the job with a higher fence.
    return this.write(_id, fence, { $set: { leaseUntil: new Date(Date.now() + leaseMs) } }, UNJOURNALED);
  }

  /** Stores the version before the entries are read, so that later changes mark the insight as outdated. */
  async noteVersion({ _id, fence }: ClaimedJob, entriesVersion: string): Promise<boolean> {
    return this.write(_id, fence, { $set: { entriesVersion } }, UNJOURNALED);
  }

  async reportProgress({ _id, fence }: ClaimedJob, step: JobStep, entries: number): Promise<boolean> {
    return this.write(_id, fence, { $set: { step, entries } }, UNJOURNALED);
  }

  /** @param details undefined if the range has no entries */
  async complete(
    { _id, fence, userId, letter, provider }: ClaimedJob,
    words: string,
    model: string,
    details?: InsightDetailsDto,
  ): Promise<boolean> {
    const sealedFields = {
      text: await this.fields.seal(placeOf({ _id, userId }, 'text'), words),
      ...(details && {
        details: await this.fields.seal(placeOf({ _id, userId }, 'details'), JSON.stringify(details)),
      }),
    };
    const changes = { status: 'done', step: 'finished', ...sealedFields, provider, model };
    const insightId = String(_id);
    // In the same write, so that each letter that is written is delivered.
    const events = letter
      ? [newEvent('insights.letter.written.v1', { userId, week: letter, insightId })]
      : [];
    const isHeld = await this.write(_id, fence, {
      $set: { ...changes, finishedAt: new Date(), ...outboxOnUpdate(events) },
      $unset: { leaseUntil: 1 },
    });
    if (isHeld && letter) this.outbox.publishSoon(_id);
    return isHeld;
  }

  /** Removes a letter of days in which nothing is written any more. */
  async withdraw({ _id, fence }: ClaimedJob): Promise<boolean> {
    const { deletedCount } = await this.jobs.deleteOne({ _id, fence, status: 'running' });
    return deletedCount > 0;
  }

  async fail({ _id, fence }: ClaimedJob, error: JobError): Promise<boolean> {
    return this.write(_id, fence, failureUpdate(error));
  }

  /** Puts a job back into the queue. Its message is redelivered, so the time after which it counts as lost restarts. */
  async release({ _id, fence }: ClaimedJob): Promise<boolean> {
    return this.write(_id, fence, {
      $set: { status: 'queued', step: 'queued', askedAt: new Date() },
      $unset: { leaseUntil: 1 },
    });
  }

  /** Jobs that have a worker, the longest asked for first. */
  listRunning(limit: number): Promise<Job[]> {
    return this.jobs.find({ status: 'running' }).sort({ askedAt: 1 }).limit(limit).lean<Job[]>().exec();
  }

  /** Jobs that have been queued since before `askedBefore`, and whose message is no longer in the outbox. */
  listUnanswered(askedBefore: Date, limit: number): Promise<Job[]> {
    return this.jobs
      .find({ status: 'queued', askedAt: { $lt: askedBefore }, outboxNextAt: { $exists: false } })
      .limit(limit)
      .lean<Job[]>()
      .exec();
  }

  /** Queues an orphan and sends its message again. If several replicas try, one succeeds. */
  async requeue(orphan: Job): Promise<void> {
    const { _id, asked } = orphan;
    const changes = { status: 'queued', step: 'queued', entries: 0, askedAt: new Date(), asked: asked + 1 };
    const workersLost = workersLostBy(orphan);
    const { modifiedCount } = await this.jobs.updateOne(asRead(orphan), {
      $set: {
        ...changes,
        ...(workersLost > 0 && { workersLost }),
        ...outboxOnUpdate([jobRequestedEvent(_id)]),
      },
      $unset: { leaseUntil: 1 },
    });
    if (modifiedCount > 0) this.outbox.publishSoon(_id);
  }

  /** Fails an orphan for good. False when it is no longer an orphan. */
  async giveUp(orphan: Job, error: JobError): Promise<boolean> {
    const { modifiedCount } = await this.jobs.updateOne(asRead(orphan), failureUpdate(error));
    return modifiedCount > 0;
  }

  /** When the oldest job with this status was created. */
  async oldestUnfinished(status: 'queued' | 'running'): Promise<Date | undefined> {
    const oldest = await this.jobs.findOne({ status }, { createdAt: 1 }).sort({ createdAt: 1 }).lean<Job>();
    return oldest?.createdAt;
  }

  private async write(
    _id: Types.ObjectId,
    fence: number,
    update: object,
    options: Partial<typeof UNJOURNALED> = {},
  ): Promise<boolean> {
    // Uses the driver directly, because mongoose's queries were a tenth of a job's cost.
    const mine = { _id, fence, status: 'running' };
    const { matchedCount } = await this.jobs.collection.updateOne(mine, update, options);
    return matchedCount > 0;
  }
}

/** How many workers this orphan has lost, including its last one. */
export const workersLostBy = ({ status, workersLost = 0 }: Job): number =>
  status === 'running' ? workersLost + 1 : workersLost;

/** Matches an orphan only if it is unchanged since it was read, so that a worker that has claimed it keeps it. */
const asRead = ({ _id, status, asked, fence, leaseUntil }: Job): object => ({
  _id,
  status,
  asked,
  fence,
  ...(status === 'running' && { leaseUntil }),
});

const failureUpdate = (error: JobError): object => ({
  $set: { status: 'failed', step: 'finished', error, finishedAt: new Date() },
  $unset: { leaseUntil: 1 },
});

export function jobRequestedEvent(id: Types.ObjectId): OutboxEvent<'insights.job.requested.v1'> {
  return newEvent('insights.job.requested.v1', { jobId: String(id) });
}
