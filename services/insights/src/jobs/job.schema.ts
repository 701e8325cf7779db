import {
  INSIGHT_PROVIDERS,
  type InsightProvider,
  JOB_STATUSES,
  type JobErrorCode,
  type JobStatus,
  type JobStep,
} from '@inner-weather/contracts/insights.dto';
import type { StoredText } from '@inner-weather/platform/encryption/field-encryption';
import { WithOutbox } from '@inner-weather/platform/mongo/outbox';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';

/** Why a job failed. */
@Schema({ _id: false })
export class JobError {
  @Prop({ type: String, required: true })
  code: JobErrorCode;

  @Prop({ type: String, required: true })
  msg: string;
}

const JobErrorSchema = SchemaFactory.createForClass(JobError);

/** One insight, from the wish to the answer. This document is the truth; messages carry only its id. */
@Schema({ collection: 'jobs', versionKey: false })
export class Job extends WithOutbox {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  userId: string;

  /** The first name, by which the answer greets. */
  @Prop({ type: String, required: true })
  userName: string;

  @Prop({ type: String, required: true })
  range: string;

  @Prop({ type: String, required: true })
  startDate: string;

  @Prop({ type: String, required: true })
  endDate: string;

  @Prop({ type: String, required: true })
  tz: string;

  /** The range's first instant. */
  @Prop({ type: Date, required: true })
  from: Date;

  /** The first instant after the range. */
  @Prop({ type: Date, required: true })
  until: Date;

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

  /** Encrypted, since it may quote entries; '' before there is one. */
  @Prop({ type: SchemaTypes.Mixed })
  text: StoredText;

  /** In our own words: never in an entry's or a model's. */
  @Prop({ type: JobErrorSchema })
  error?: JobError;

  @Prop({ type: Boolean, required: true })
  outdated: boolean;

  @Prop({ type: Date, required: true })
  createdAt: Date;

  /** When a worker began to read the entries: what is written later is not in the answer. */
  @Prop({ type: Date })
  readAt?: Date;

  @Prop({ type: Date })
  finishedAt?: Date;

  /** Grows with every claim: whoever holds an older number has lost the job and may write nothing any more. */
  @Prop({ type: Number, required: true })
  fence: number;

  /** While running: until when its worker has it for itself. */
  @Prop({ type: Date })
  leaseUntil?: Date;

  /** When its message was sent last, and how often. */
  @Prop({ type: Date, required: true })
  askedAt: Date;

  @Prop({ type: Number, required: true })
  asked: number;
}

/** A job whose text can be read. */
export type ReadableJob = Omit<Job, 'text'> & { text: string };

export const JobSchema = SchemaFactory.createForClass(Job);

// Past insights: one person's jobs, newest first, and each of its pages.
JobSchema.index({ userId: 1, createdAt: -1, _id: -1 });

// Orphans: unfinished jobs whose message or worker is gone.
JobSchema.index({ status: 1, askedAt: 1 });
