import type {
  ChangeInsightDto,
  InsightDetailsDto,
  InsightFilter,
} from '@inner-weather/contracts/insights/insights.dto';
import { INSIGHT_FAILURES } from '@inner-weather/domain/insights/failures';
import { deleteInBatches } from '@inner-weather/platform/mongo/delete-in-batches';
import { FieldEncryption, type Opener } from '@inner-weather/platform/encryption/field-encryption';
import type { KeyedId } from '@inner-weather/platform/idempotency/keyed-ids';
import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { outboxOnInsert } from '@inner-weather/platform/outbox/outbox';
import { InjectOutboxRelay, type OutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import type { PageCursor } from '@inner-weather/platform/mongo/page-cursor';
import { parseId } from '@inner-weather/platform/mongo/parse-id';
import { Injectable, Logger } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { failedBecause } from './failed-because.js';
import { jobRequestedEvent } from './claims.repository.js';
import { Job, placeOf, type ReadableJob, SEALED_FIELDS } from './job.schema.js';

/** The fields of a new job that the caller sets. */
export type NewJob = KeyedId &
  Pick<Job, 'userId' | 'userName' | 'language' | 'range' | 'startDate' | 'endDate' | 'provider' | 'letter'>;

/** The user's operations on insight jobs. Texts are encrypted in the database. */
@Injectable()
export class JobsRepository {
  private readonly logger = new Logger(JobsRepository.name);

  constructor(
    @InjectModel(Job.name) private readonly jobs: Model<Job>,
    @InjectOutboxRelay(Job.name) private readonly outbox: OutboxRelay,
    private readonly fields: FieldEncryption,
  ) {}

  /**
   * Stores a queued job together with its message, and returns it. Undefined if the id is already taken.
   */
  async insert(job: NewJob): Promise<ReadableJob | undefined> {
    const now = new Date();
    const queuedFields = {
      status: 'queued',
      step: 'queued',
      entries: 0,
      model: '',
      outdated: false,
    } as const;
    const internalFields = { createdAt: now, askedAt: now, asked: 1, fence: 0 };
    try {
      const document = await this.jobs.create({
        ...job,
        ...queuedFields,
        ...internalFields,
        ...outboxOnInsert([jobRequestedEvent(job._id)]),
      });
      this.outbox.publishSoon(job._id);
      return { ...document.toObject(), text: '', details: null, title: '' };
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }

  /** Stores that a request was answered with an existing job, unless the request's id is already taken. */
  async insertReference(id: KeyedId, answeredWith: Types.ObjectId): Promise<void> {
    try {
      await this.jobs.collection.insertOne({ _id: id._id, ...tombstoneOf(id), answeredWith });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Finds the document with this id: a job, its tombstone or a reference. Null if there is none. */
  findRequest(_id: Types.ObjectId): Promise<Pick<Job, 'requestHash' | 'answeredWith'> | null> {
    return this.jobs.findOne({ _id }, { requestHash: 1, answeredWith: 1 }).lean<Job>().exec();
  }

  async find(userId: string, id: string): Promise<ReadableJob | null> {
    const _id = parseId(id);
    const job = _id && (await this.jobs.findOne({ _id, userId }).lean<Job>());
    return job && decrypt(job, await this.fields.openerOf(userId));
  }

  /** Finds the newest job with the same result: for the same days, in the same language, by the same writer, not outdated. */
  async findSame({
    userId,
    range,
    startDate,
    endDate,
    userName,
    language,
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
          language: language === 'en' ? { $in: ['en', null] } : language,
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

  /** Leaves undefined fields unchanged. False when there is no such job. */
  async change(userId: string, id: string, { title, useful, opened }: ChangeInsightDto): Promise<boolean> {
    const _id = parseId(id);
    if (!_id) return false;
    const hasTitle = title !== undefined && title !== '';
    const set = {
      ...(hasTitle && { title: await this.fields.seal(placeOf({ _id, userId }, 'title'), title) }),
      ...(typeof useful === 'boolean' && { useful }),
      ...(opened !== undefined && { opened }),
    };
    const unset = { ...(title === '' && { title: 1 }), ...(useful === null && { useful: 1 }) };
    // Always sets a field, because an update without fields matches nothing.
    const updatedJob = await this.jobs
      .findOneAndUpdate({ _id, userId }, { $set: set, $unset: unset }, { projection: { _id: 1 } })
      .lean();
    return updatedJob !== null;
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

  /**
   * One person's jobs after the cursor, newest first. A damaged one is returned as failed, so that the others can still
   * be read.
   * @param only limits them to letters that are written and were not opened
   */
  async list(
    userId: string,
    limit: number,
    after?: PageCursor,
    only?: InsightFilter,
  ): Promise<ReadableJob[]> {
    const filter = {
      userId,
      ...(only && { letter: { $exists: true }, status: 'done' as const, opened: { $ne: true } }),
      ...(after && {
        createdAt: { $lte: after.createdAt },
        $or: [{ createdAt: { $lt: after.createdAt } }, { _id: { $lt: new Types.ObjectId(after.id) } }],
      }),
    };
    const jobs = await this.jobs.find(filter).sort({ createdAt: -1, _id: -1 }).limit(limit).lean<Job[]>();
    const open = await this.fields.openerOf(userId);
    return jobs.map((job) => this.decryptOrMark(job, open));
  }

  async deleteOfUser(userId: string): Promise<void> {
    await deleteInBatches(this.jobs, { userId });
  }

  private decryptOrMark(job: Job, open: Opener): ReadableJob {
    try {
      return decrypt(job, open);
    } catch (error) {
      // Logs only the error's name, because a parser's message quotes the text.
      const name = error instanceof Error ? error.name : 'unknown';
      this.logger.error(`Insight ${String(job._id)} cannot be read: ${name}`);
      const failure = failedBecause('internal', { message: INSIGHT_FAILURES.internal });
      return { ...job, status: 'failed', error: failure, text: '', details: null, title: '' };
    }
  }
}

function decrypt(job: Job, open: Opener): ReadableJob {
  const [text = '', details, title = ''] = SEALED_FIELDS.map((field) => {
    const ciphertext = job[field];
    return ciphertext && open(placeOf(job, field), ciphertext);
  });
  return { ...job, text, details: details ? (JSON.parse(details) as InsightDetailsDto) : null, title };
}

/** The fields that stay when a job is deleted. None of them identifies the user. */
const tombstoneOf = ({ requestHash, replayableUntil: removeAt = new Date() }: Omit<KeyedId, '_id'>) => ({
  ...(requestHash && { requestHash }),
  removeAt,
  outboxNextAt: removeAt,
});
