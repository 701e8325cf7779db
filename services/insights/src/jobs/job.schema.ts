import {
  INSIGHT_PROVIDERS,
  type InsightDetailsDto,
  type InsightProvider,
  JOB_STATUSES,
  type JobErrorCode,
  type JobStatus,
  type JobStep,
} from '@inner-weather/contracts/insights/insights.dto';
import { type Language, LANGUAGE_TAGS } from '@inner-weather/languages/languages';
import type { Params } from '@inner-weather/languages/messages';
import type { Place } from '@inner-weather/platform/encryption/field-encryption';
import type { StoredBytes } from '@inner-weather/platform/encryption/stored-bytes';
import { KeyedDocument } from '@inner-weather/platform/idempotency/keyed-document.schema';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';

/** Why a job failed. */
@Schema({ _id: false })
export class JobError {
  @Prop({ type: String, required: true })
  code: JobErrorCode;

  /** In English. */
  @Prop({ type: String, required: true })
  msg: string;

  /** The id of the message in the catalogues. Absent in jobs that failed before there were any. */
  @Prop({ type: String })
  messageId?: string;

  @Prop({ type: SchemaTypes.Mixed })
  params?: Params;
}

const JobErrorSchema = SchemaFactory.createForClass(JobError);

/** The fields that are encrypted. */
export const SEALED_FIELDS = ['text', 'details', 'title'] as const;

/**
 * One insight, from the request to the answer. This document is the only source; messages carry just its id. A deleted
 * job leaves a tombstone, and a request that was answered with an existing job leaves a reference to that one. Both have
 * `removeAt` and no `userId`, so no query for a person's jobs finds them.
 */
@Schema({ collection: 'jobs', versionKey: false })
export class Job extends KeyedDocument {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  userId: string;

  /** The first name, by which the answer greets. */
  @Prop({ type: String, required: true })
  userName: string;

  /** The language of the account when it was requested. Absent in older jobs, which are in English. */
  @Prop({ type: String, enum: LANGUAGE_TAGS, default: 'en' })
  language?: Language;

  @Prop({ type: String, required: true })
  range: string;

  /** The first and the last day of the entries, YYYY-MM-DD. */
  @Prop({ type: String, required: true })
  startDate: string;

  @Prop({ type: String, required: true })
  endDate: string;

  @Prop({ type: String, enum: JOB_STATUSES, required: true })
  status: JobStatus;

  @Prop({ type: String, required: true })
  step: JobStep;

  /** Entries found so far. */
  @Prop({ type: Number, required: true })
  entries: number;

  @Prop({ type: String, enum: INSIGHT_PROVIDERS, required: true })
  provider: InsightProvider;

  @Prop({ type: String })
  model: string;

  /** Encrypted, since it may quote entries; absent until it is written. */
  @Prop({ type: SchemaTypes.Mixed })
  text?: StoredBytes;

  /** What belongs to the text, as JSON: an InsightDetailsDto. Encrypted; absent until it is written. */
  @Prop({ type: SchemaTypes.Mixed })
  details?: StoredBytes;

  /** The title that the user gave it. Encrypted; absent means none. */
  @Prop({ type: SchemaTypes.Mixed })
  title?: StoredBytes;

  /** Whether the user found it useful. Absent until the user says so. */
  @Prop({ type: Boolean })
  useful?: boolean;

  /** Of the letter of a week: the ISO week, as in 2026-W48. Absent in insights that a user requested. */
  @Prop({ type: String })
  letter?: string;

  /** Of a letter: whether the user has opened it. Absent until then. */
  @Prop({ type: Boolean })
  opened?: boolean;

  /** One of our own messages: it never quotes an entry or a model. */
  @Prop({ type: JobErrorSchema })
  error?: JobError;

  @Prop({ type: Boolean, required: true })
  outdated: boolean;

  @Prop({ type: Date, required: true })
  createdAt: Date;

  /** When a worker began to read the entries. Later changes are not in the answer. */
  @Prop({ type: Date })
  readAt?: Date;

  /** Which entries it was written from: journal.get-range-version, asked for just before they were read. */
  @Prop({ type: String })
  entriesVersion?: string;

  @Prop({ type: Date })
  finishedAt?: Date;

  /** Increases with every claim. A worker with an older number has lost the job, and its writes have no effect. */
  @Prop({ type: Number, required: true })
  fence: number;

  /** While running: when the worker's lease expires. */
  @Prop({ type: Date })
  leaseUntil?: Date;

  /** When its message was last sent. */
  @Prop({ type: Date, required: true })
  askedAt: Date;

  /** How often its message was sent. */
  @Prop({ type: Number, required: true })
  asked: number;

  /** How many workers stopped without finishing it. Absent means none. */
  @Prop({ type: Number })
  workersLost?: number;

  /** Of a reference: the job that the request was answered with. */
  @Prop({ type: SchemaTypes.ObjectId })
  answeredWith?: Types.ObjectId;
}

/** A job with its words decrypted. */
export type ReadableJob = Omit<Job, 'text' | 'details' | 'title'> & {
  text: string;
  details: InsightDetailsDto | null;
  title: string;
};

export const JobSchema = SchemaFactory.createForClass(Job);

// Past insights, one person's jobs and each of their pages: { userId, createdAt }, by createdAt and _id. A job that would say
// the same: { userId, range, ... }, in the same order. Jobs that a change of an entry makes outdated: { userId, status,
// outdated, from, until, readAt }. The deletion of an account: { userId }.
JobSchema.index({ userId: 1, createdAt: -1, _id: -1 });

// Orphans, unfinished jobs whose message or worker is gone: { status, askedAt, outboxNextAt } and { status }, by askedAt.
// Metrics, the oldest one: { status }, by createdAt, the few that wait or run sorted in memory.
JobSchema.index({ status: 1, askedAt: 1 });

/** Where a field of a job is stored. */
export const placeOf = (
  { userId, _id }: Pick<Job, 'userId' | '_id'>,
  field: (typeof SEALED_FIELDS)[number],
): Place => ({
  userId,
  documentId: String(_id),
  field: `jobs.${field}`,
});
