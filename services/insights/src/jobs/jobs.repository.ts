import type { ChangeInsightDto, InsightDetailsDto, JobStep } from '@inner-weather/contracts/insights.dto';
import { Batcher, done } from '@inner-weather/platform/batcher';
import { FieldEncryption, type Place } from '@inner-weather/platform/encryption/field-encryption';
import type { KeyedId } from '@inner-weather/platform/idempotency/keyed-ids';
import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { QUICK } from '@inner-weather/platform/mongo/quick-writes';
import {
  newEvent,
  type OutboxEvent,
  outboxOnInsert,
  outboxOnUpdate,
} from '@inner-weather/platform/outbox/outbox';
import { InjectOutboxRelay, type OutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import type { PageCursor } from '@inner-weather/platform/mongo/page-cursor';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Job, type JobError, type ReadableJob, SEALED_FIELDS } from './job.schema.js';

/** A job as its worker has claimed it. The worker's writes take effect only while the job has the same fence. */
export type ClaimedJob = Omit<Job, 'outbox'>;

/** The fields of a new job that the caller sets. */
export type NewJob = KeyedId &
  Pick<Job, 'userId' | 'userName' | 'range' | 'startDate' | 'endDate' | 'provider'>;

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

/** Insight jobs, with their texts encrypted in the database. */
@Injectable()
export class JobsRepository {
  private readonly changes = new Batcher<EntryChange>({
    run: (some) => this.markTogether(some),
    maxItems: MARKED_MAX,
  });

  constructor(
    @InjectModel(Job.name) private readonly jobs: Model<Job>,
    @InjectOutboxRelay(Job.name) private readonly outbox: OutboxRelay,
    private readonly fields: FieldEncryption,
  ) {}

  /**
   * Stores a queued job together with its message, and answers it as it was stored. Whatever has this id already stays as
   * it is; the answer is then undefined.
   */
  async insert(job: NewJob): Promise<ReadableJob | undefined> {
    const now = new Date();
    const queued = {
      status: 'queued',
      step: 'queued',
      entries: 0,
      model: '',
      outdated: false,
    } as const;
    const bookkeeping = { createdAt: now, askedAt: now, asked: 1, fence: 0 };
    try {
      const made = await this.jobs.create({
        ...job,
        ...queued,
        ...bookkeeping,
        ...outboxOnInsert([jobRequestedEvent(job._id)]),
      });
      this.outbox.publishSoon(job._id);
      return { ...made.toObject(), text: '', details: null, title: '' };
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }

  /** Stores that a request was answered with an existing job. Whatever has the request's id already stays as it is. */
  async insertReference(id: KeyedId, answeredWith: Types.ObjectId): Promise<void> {
    try {
      await this.jobs.collection.insertOne({ _id: id._id, ...tombstoneOf(id), answeredWith });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** What has this id: a job, its tombstone or a reference. Null where nothing has it. */
  findRequest(_id: Types.ObjectId): Promise<Pick<Job, 'requestHash' | 'answeredWith'> | null> {
    return this.jobs.findOne({ _id }, { requestHash: 1, answeredWith: 1 }).lean<Job>().exec();
  }

  async find(userId: string, id: string): Promise<ReadableJob | null> {
    const _id = parseId(id);
    const job = _id && (await this.jobs.findOne({ _id, userId }).lean<Job>());
    return job && this.decrypted(job);
  }

  /** The newest job that would say the same: of the same days, by the same writer, and nothing has changed since. */
  async findSame({
    userId,
    range,
    startDate,
    endDate,
    userName,
    provider,
  }: Omit<NewJob, keyof KeyedId>): Promise<Pick<Job, '_id' | 'entriesVersion'> | null> {
    return this.jobs
      .findOne(
        {
          userId,
          range,
          startDate,
          endDate,
          userName,
          provider,
          status: { $ne: 'failed' },
          outdated: false,
        },
        { entriesVersion: 1 },
      )
      .sort({ createdAt: -1, _id: -1 })
      .lean<Pick<Job, '_id' | 'entriesVersion'>>()
      .exec();
  }

  /** False when there is no such job. What is undefined stays. */
  async change(userId: string, id: string, { title, useful }: ChangeInsightDto): Promise<boolean> {
    const _id = parseId(id);
    if (!_id) return false;
    const isNamed = title !== undefined && title !== '';
    const set = {
      ...(isNamed && { title: await this.fields.seal(placeOf({ _id, userId }, 'title'), title) }),
      ...(typeof useful === 'boolean' && { useful }),
    };
    const unset = { ...(title === '' && { title: 1 }), ...(useful === null && { useful: 1 }) };
    // Also where nothing is to be changed: an update without fields matches nothing.
    const found = await this.jobs
      .findOneAndUpdate({ _id, userId }, { $set: set, $unset: unset }, { projection: { _id: 1 } })
      .lean();
    return found !== null;
  }

  /**
   * Replaces a job by a tombstone, which the relay removes once the job's request can no longer be repeated. False when
   * there is no such job. A worker that has it finds it gone.
   */
  async delete(userId: string, id: string): Promise<boolean> {
    const _id = parseId(id);
    const job =
      _id && (await this.jobs.findOne({ _id, userId }, { requestHash: 1, replayableUntil: 1 }).lean<Job>());
    if (!job) return false;
    const { matchedCount } = await this.jobs.collection.replaceOne({ _id, userId }, tombstoneOf(job));
    return matchedCount > 0;
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
    return Promise.all(jobs.map((job) => this.decrypted(job)));
  }

  /**
   * Claims a queued job; null for any other. One whose worker's lease has expired is queued again by housekeeping, which
   * counts the workers that it has cost: the message of a dead worker comes again before that.
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

  /** This and the next five answer false when the job no longer belongs to this worker. */
  async renewLease({ _id, fence }: ClaimedJob, leaseMs: number): Promise<boolean> {
    // If it gets lost, another worker may take the job, and its fence is higher.
    return this.write(_id, fence, { $set: { leaseUntil: new Date(Date.now() + leaseMs) } }, QUICK);
  }

  /** Before the entries are read: what is said of them holds for this version and those before. */
  async noteVersion({ _id, fence }: ClaimedJob, entriesVersion: string): Promise<boolean> {
    return this.write(_id, fence, { $set: { entriesVersion } }, QUICK);
  }

  async reportProgress({ _id, fence }: ClaimedJob, step: JobStep, entries: number): Promise<boolean> {
    return this.write(_id, fence, { $set: { step, entries } }, QUICK);
  }

  /** @param details undefined where there was nothing to read */
  async complete(
    { _id, fence, userId }: ClaimedJob,
    words: string,
    model: string,
    details?: InsightDetailsDto,
  ): Promise<boolean> {
    const sealed = {
      text: await this.fields.seal(placeOf({ _id, userId }, 'text'), words),
      ...(details && {
        details: await this.fields.seal(placeOf({ _id, userId }, 'details'), JSON.stringify(details)),
      }),
    };
    const done = { status: 'done', step: 'finished', ...sealed, model, finishedAt: new Date() };
    return this.write(_id, fence, { $set: done, $unset: { leaseUntil: 1 } });
  }

  async fail({ _id, fence }: ClaimedJob, error: JobError): Promise<boolean> {
    return this.write(_id, fence, failing(error));
  }

  /** Puts a job back into the queue. Its message is delivered again, so the time after which it counts as lost restarts. */
  async release({ _id, fence }: ClaimedJob): Promise<boolean> {
    return this.write(_id, fence, {
      $set: { status: 'queued', step: 'queued', askedAt: new Date() },
      $unset: { leaseUntil: 1 },
    });
  }

  /**
   * Jobs whose worker's lease has expired, and jobs that have been queued since before `askedBefore`. A job whose
   * message is still in the outbox is not an orphan.
   */
  async listOrphans(askedBefore: Date, limit: number): Promise<Job[]> {
    const now = new Date();
    const [abandoned, unanswered] = await Promise.all([
      this.jobs
        .find({ status: 'running', leaseUntil: { $lt: now } })
        .limit(limit)
        .lean<Job[]>(),
      this.jobs
        .find({ status: 'queued', askedAt: { $lt: askedBefore }, outboxNextAt: { $exists: false } })
        .limit(limit)
        .lean<Job[]>(),
    ]);
    return [...abandoned, ...unanswered];
  }

  /** Queues an orphan and sends its message again. If several replicas try, one succeeds. */
  async requeue(orphan: Job): Promise<void> {
    const { _id, asked } = orphan;
    const queued = { status: 'queued', step: 'queued', entries: 0, askedAt: new Date(), asked: asked + 1 };
    const workersLost = workersLostBy(orphan);
    const { modifiedCount } = await this.jobs.updateOne(asRead(orphan), {
      $set: {
        ...queued,
        ...(workersLost > 0 && { workersLost }),
        ...outboxOnUpdate([jobRequestedEvent(_id)]),
      },
      $unset: { leaseUntil: 1 },
    });
    if (modifiedCount > 0) this.outbox.publishSoon(_id);
  }

  /** Fails an orphan for good. False when it is no longer an orphan. */
  async giveUp(orphan: Job, error: JobError): Promise<boolean> {
    const { modifiedCount } = await this.jobs.updateOne(asRead(orphan), failing(error));
    return modifiedCount > 0;
  }

  /**
   * Marks a person's insights as outdated whose entries were read before an entry in their range changed, also those
   * that are still being written. `changedAt` is slightly earlier than the change, and a job may have read the entries
   * between the two. Where that is possible, the insight is marked.
   */
  markOutdated(userId: string, day: string, changedAt: Date): Promise<void> {
    return this.changes.add({ userId, day, changedAt });
  }

  private async markTogether(changes: EntryChange[]): Promise<PromiseSettledResult<void>[]> {
    const $in = [...new Set(changes.map(({ userId }) => userId))];
    const found = await this.jobs.collection
      .find<Pick<Job, 'userId'>>({ userId: { $in }, ...UP_TO_DATE }, { projection: { _id: 0, userId: 1 } })
      .toArray();
    // Few who write have one. A job that is claimed from here on reads entries that have the change in them.
    const concerned = new Set(found.map(({ userId }) => userId));
    const marks = changes
      .filter(({ userId }) => concerned.has(userId))
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
    return changes.map(() => done(undefined));
  }

  async deleteOfUser(userId: string): Promise<void> {
    await this.jobs.deleteMany({ userId });
  }

  /** When the oldest job with this status was created. */
  async oldestUnfinished(status: 'queued' | 'running'): Promise<Date | undefined> {
    const oldest = await this.jobs.findOne({ status }, { createdAt: 1 }).sort({ createdAt: 1 }).lean<Job>();
    return oldest?.createdAt;
  }

  private async decrypted(job: Job): Promise<ReadableJob> {
    const [text, details, title] = await Promise.all(
      SEALED_FIELDS.map(async (field) => {
        const sealed = job[field];
        return sealed && this.fields.open(placeOf(job, field), sealed);
      }),
    );
    return {
      ...job,
      text: text ?? '',
      details: details ? (JSON.parse(details) as InsightDetailsDto) : null,
      title: title ?? '',
    };
  }

  private async write(
    _id: Types.ObjectId,
    fence: number,
    update: object,
    options: Partial<typeof QUICK> = {},
  ): Promise<boolean> {
    // The driver's own: of a job's cost, mongoose's queries were a tenth.
    const mine = { _id, fence, status: 'running' };
    const { matchedCount } = await this.jobs.collection.updateOne(mine, update, options);
    return matchedCount > 0;
  }
}

/** All that stays when a job is deleted: nothing that names its person. */
const tombstoneOf = ({ requestHash, replayableUntil: removeAt = new Date() }: Omit<KeyedId, '_id'>) => ({
  ...(requestHash && { requestHash }),
  removeAt,
  outboxNextAt: removeAt,
});

/** Where a field of a job is stored. */
const placeOf = (
  { userId, _id }: Pick<Job, 'userId' | '_id'>,
  field: (typeof SEALED_FIELDS)[number],
): Place => ({
  userId,
  documentId: String(_id),
  field: `jobs.${field}`,
});

/** How many workers this orphan has lost, including its last one. */
export const workersLostBy = ({ status, workersLost = 0 }: Job): number =>
  status === 'running' ? workersLost + 1 : workersLost;

/** Matches an orphan only as it was read: a worker that has claimed it since, or is alive after all, keeps it. */
const asRead = ({ _id, status, asked, fence, leaseUntil }: Job): object => ({
  _id,
  status,
  asked,
  fence,
  ...(status === 'running' && { leaseUntil }),
});

const failing = (error: JobError): object => ({
  $set: { status: 'failed', step: 'finished', error, finishedAt: new Date() },
  $unset: { leaseUntil: 1 },
});

function jobRequestedEvent(id: Types.ObjectId): OutboxEvent<'insights.job.requested.v1'> {
  return newEvent('insights.job.requested.v1', { jobId: String(id) });
}

/** Null for text that cannot be an id: there is no job under it. */
function parseId(id: string): Types.ObjectId | null {
  return /^[0-9a-f]{24}$/i.test(id) ? new Types.ObjectId(id) : null;
}
