import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { LIMITS } from './limits.js';
import { PERIODS } from './periods.js';
import { IsTimeZoneName, MayBeAbsent } from './validators.js';

export const JOB_STATUSES = ['queued', 'running', 'done', 'failed'] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];

/** What a job is doing, in the order in which it happens. */
export const JOB_STEPS = ['queued', 'reading', 'writing', 'finished'] as const;

export type JobStep = (typeof JOB_STEPS)[number];

/**
 * Why a job failed. `model_blocked`: the model declined; `model_refused`: its key or address needs the administrator;
 * `consent_withdrawn`: the person no longer agrees that it is sent entries.
 */
export const JOB_ERROR_CODES = [
  'model_unavailable',
  'model_refused',
  'model_blocked',
  'journal_unavailable',
  'consent_withdrawn',
  'internal',
] as const;

export type JobErrorCode = (typeof JOB_ERROR_CODES)[number];

export const INSIGHT_PROVIDERS = ['gemini', 'openai', 'local'] as const;

export type InsightProvider = (typeof INSIGHT_PROVIDERS)[number];

/** POST /insights. */
export class RequestInsightDto {
  @ApiPropertyOptional({
    maxLength: 50,
    description: `One of ${PERIODS.join(', ')}. Any other name, or none, means today.`,
    example: 'lastWeek',
  })
  @MayBeAbsent()
  @IsString({ message: 'range must be text' })
  @MaxLength(50, { message: 'range must have at most 50 characters' })
  range?: string;

  @ApiPropertyOptional({ description: 'An IANA time zone.', default: 'UTC', example: 'Europe/Lisbon' })
  @MayBeAbsent()
  @IsTimeZoneName()
  tz?: string;
}

/** GET /insights. */
export class ListInsightsDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: LIMITS.insightsPageMax,
    default: LIMITS.insightsPageDefault,
  })
  @MayBeAbsent()
  @Type(() => Number)
  @IsInt({ message: 'limit must be a whole number' })
  @Min(1, { message: 'limit must be at least 1' })
  @Max(LIMITS.insightsPageMax, { message: `limit must be at most ${LIMITS.insightsPageMax}` })
  limit?: number;

  @ApiPropertyOptional({ maxLength: 200, description: "The page before's `nextCursor`." })
  @MayBeAbsent()
  @IsString({ message: 'cursor must be text' })
  @MaxLength(200, { message: 'cursor is not one of ours' })
  cursor?: string;
}

export class JobProgressDto {
  @ApiProperty({ enum: JOB_STEPS })
  step: JobStep;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Entries found in the range so far.' })
  entries: number;
}

export class JobErrorDto {
  @ApiProperty({ enum: JOB_ERROR_CODES })
  code: JobErrorCode;

  @ApiProperty({ description: 'What went wrong and what a person can do, in their words.' })
  msg: string;
}

/** An insight job: the analysis of one range of entries. */
export class InsightJobDto {
  @ApiProperty({ description: 'Opaque and stable.' })
  id: string;

  @ApiProperty({ enum: JOB_STATUSES })
  status: JobStatus;

  @ApiProperty({ type: JobProgressDto })
  progress: JobProgressDto;

  @ApiProperty({ description: "The range as it was asked for; 'today' for an unknown or missing one." })
  range: string;

  @ApiProperty({ format: 'date' })
  startDate: string;

  @ApiProperty({ format: 'date' })
  endDate: string;

  @ApiProperty({ enum: INSIGHT_PROVIDERS })
  provider: InsightProvider;

  @ApiProperty({ description: "The model's name; '' until it has answered." })
  model: string;

  @ApiProperty({ description: "The answer as markdown; '' until it is done." })
  text: string;

  @ApiProperty({ type: JobErrorDto, nullable: true })
  error: JobErrorDto | null;

  @ApiProperty({
    description: 'Entries of the range were written, changed or deleted after this was finished.',
  })
  outdated: boolean;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  finishedAt: string | null;
}

export class InsightPageDto {
  @ApiProperty({ type: [InsightJobDto], description: 'Newest first.' })
  items: InsightJobDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Ask for the next page with it; null at the end.',
  })
  nextCursor: string | null;
}
