import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { DayScoreDto, MoodGroupDto, WEATHER_GROUPS } from '../journal/days.dto.js';
import { LIMITS } from '@inner-weather/domain/limits';
import { PERIODS } from '@inner-weather/domain/time/periods';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import {
  IsEmptyOrVisible,
  IsTimeZoneName,
  MaxLength,
  MayBeAbsent,
  OneLine,
} from '../validation/validators.js';
import { says } from '../validation/says.js';

export const JOB_STATUSES = ['queued', 'running', 'done', 'failed'] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];

/** What a job is doing, in the order in which it happens. */
export const JOB_STEPS = ['queued', 'reading', 'writing', 'finished'] as const;

export type JobStep = (typeof JOB_STEPS)[number];

/**
 * Why a job failed. `model_blocked`: the model declined; `model_wrote_nothing`: its answer ended, mostly at the limit of
 * its length, before it said anything; `model_refused`: the administrator must check its key, address or settings;
 * `consent_withdrawn`: the person no longer consents to entries being sent to it.
 */
export const JOB_ERROR_CODES = [
  'model_unavailable',
  'model_refused',
  'model_blocked',
  'model_wrote_nothing',
  'journal_unavailable',
  'consent_withdrawn',
  'internal',
] as const;

export type JobErrorCode = (typeof JOB_ERROR_CODES)[number];

export const INSIGHT_PROVIDERS = ['gemini', 'openai', 'local'] as const;

export type InsightProvider = (typeof INSIGHT_PROVIDERS)[number];

/** Why an entry is named beside an insight. `cited`: by the language model that wrote it. */
export const MENTION_REASONS = [
  'brightest',
  'heaviest',
  'longest',
  'change',
  'first',
  'last',
  'other',
  'cited',
] as const;

export type MentionReason = (typeof MENTION_REASONS)[number];

/** POST /insights. */
export class RequestInsightDto {
  @ApiPropertyOptional({
    maxLength: 50,
    description: `One of ${PERIODS.join(', ')}. Any other name means today, and so does a missing one.`,
    example: 'lastWeek',
  })
  @MayBeAbsent()
  @MaxLength(50, says(JOURNAL_PROBLEMS.range_length, { max: 50 }))
  @IsString(says(JOURNAL_PROBLEMS.range_text))
  range?: string;

  @ApiPropertyOptional({
    description:
      "The IANA name of the time zone whose today ends the range. If absent, that of the person's account is used and, without one, UTC.",
    example: 'Europe/Lisbon',
  })
  @MayBeAbsent()
  @IsTimeZoneName(says(JOURNAL_PROBLEMS.tz_unknown))
  tz?: string;

  @ApiPropertyOptional({
    description:
      'Writes a new insight even if there is one of the same days by the same model whose entries have not changed.',
  })
  @MayBeAbsent()
  @IsBoolean(says(JOURNAL_PROBLEMS.again_boolean))
  again?: boolean;
}

/** PATCH /insights/{id}: what is absent stays as it is. */
export class ChangeInsightDto {
  @ApiPropertyOptional({
    maxLength: LIMITS.insightTitleMax,
    description: 'A name of your own. Empty text takes it away.',
    example: 'The week in Porto',
  })
  @MayBeAbsent()
  @IsEmptyOrVisible(says(JOURNAL_PROBLEMS.title_empty))
  @MaxLength(LIMITS.insightTitleMax, says(JOURNAL_PROBLEMS.title_length, { max: LIMITS.insightTitleMax }))
  @IsString(says(JOURNAL_PROBLEMS.title_text))
  @OneLine()
  title?: string;

  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    description: 'Whether it was useful. Null: not said.',
  })
  @IsOptional()
  @IsBoolean(says(JOURNAL_PROBLEMS.useful_boolean))
  useful?: boolean | null;

  @ApiPropertyOptional({ description: 'Whether a letter was opened. For other insights it means nothing.' })
  @MayBeAbsent()
  @IsBoolean(says(JOURNAL_PROBLEMS.opened_boolean))
  opened?: boolean;
}

/** What GET /insights can be limited to. */
export const INSIGHT_FILTERS = ['unopenedLetters'] as const;

export type InsightFilter = (typeof INSIGHT_FILTERS)[number];

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
  @Max(LIMITS.insightsPageMax, says(JOURNAL_PROBLEMS.limit_max, { max: LIMITS.insightsPageMax }))
  @Min(1, says(JOURNAL_PROBLEMS.limit_min, { min: 1 }))
  @IsInt(says(JOURNAL_PROBLEMS.limit_integer))
  limit?: number;

  @ApiPropertyOptional({ maxLength: 200, description: 'The `nextCursor` of the previous page.' })
  @MayBeAbsent()
  @MaxLength(200, says(JOURNAL_PROBLEMS.cursor_invalid))
  @IsString(says(JOURNAL_PROBLEMS.cursor_text))
  cursor?: string;

  @ApiPropertyOptional({
    enum: INSIGHT_FILTERS,
    description: 'Limits the answer to weekly letters that are written and were not opened yet.',
  })
  @MayBeAbsent()
  @IsIn(INSIGHT_FILTERS, says(JOURNAL_PROBLEMS.only_unknown))
  only?: InsightFilter;
}

/** What a weekly letter has in addition to other insights. */
export class InsightLetterDto {
  @ApiProperty({ example: '2026-W48', description: 'The ISO week of its last day.' })
  week: string;

  @ApiProperty({ description: 'Whether its person has opened it: see PATCH /insights/{id}.' })
  opened: boolean;
}

export class JobProgressDto {
  @ApiProperty({ enum: JOB_STEPS })
  step: JobStep;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'The number of entries found in the range so far.',
  })
  entries: number;
}

export class JobErrorDto {
  @ApiProperty({ enum: JOB_ERROR_CODES })
  code: JobErrorCode;

  @ApiProperty({ description: 'A message that tells the person what went wrong and what to do, in English.' })
  msg: string;

  @ApiPropertyOptional({
    description: 'Names the message, for clients that show it in another language.',
    example: 'insight.modelBusyForMinutes',
  })
  messageId?: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    description: 'What the message speaks of.',
    example: { minutes: 5 },
  })
  params?: Readonly<Record<string, string | number>>;
}

/** An entry that is named beside an insight. */
export class InsightMentionDto {
  @ApiProperty({ description: 'The id of the entry.' })
  entryId: string;

  @ApiProperty({
    format: 'date-time',
    description: 'The moment to which the entry belongs, as the entry answers it.',
  })
  createdAt: string;

  @ApiProperty({ format: 'date', description: 'The day of the entry when it was read.' })
  day: string;

  @ApiProperty({ description: 'The mood of the entry when it was read.' })
  inputMood: string;

  @ApiProperty({ enum: MENTION_REASONS })
  why: MentionReason;
}

/** The figures that an insight was written from, as GET /journal/statistics has them. */
export class InsightFiguresDto {
  @ApiProperty({ type: [DayScoreDto], description: 'Every day on which something was written, in order.' })
  days: DayScoreDto[];

  @ApiProperty({ type: [MoodGroupDto], description: 'From Monday to Sunday.' })
  weekdays: MoodGroupDto[];

  @ApiProperty({ type: [MoodGroupDto], description: WEATHER_GROUPS })
  skies: MoodGroupDto[];
}

/** What belongs to the text of an insight. */
export class InsightDetailsDto {
  @ApiProperty({
    description:
      'Whether words of the entries or of the answer suggest self-harm. Then help lines come first.',
  })
  selfHarm: boolean;

  @ApiProperty({ type: InsightFiguresDto })
  figures: InsightFiguresDto;

  @ApiProperty({
    type: [InsightMentionDto],
    maxItems: 5,
    description: 'Days worth reading again, in order. Empty with `selfHarm`.',
  })
  notable: InsightMentionDto[];

  @ApiProperty({
    type: [InsightMentionDto],
    maxItems: 20,
    description: 'The entries that the model named. The text links to them by number: `[1](#entry-1)`.',
  })
  cited: InsightMentionDto[];

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'How many ids the model named that it was not given. They are not in the text.',
  })
  dropped: number;
}

/** An insight job: the analysis of one range of entries. */
export class InsightJobDto {
  @ApiProperty({ description: 'An opaque, stable identifier.' })
  id: string;

  @ApiProperty({ enum: JOB_STATUSES })
  status: JobStatus;

  @ApiProperty({ type: JobProgressDto })
  progress: JobProgressDto;

  @ApiProperty({ description: "The requested range, or 'today' if the range was unknown or missing." })
  range: string;

  @ApiProperty({ format: 'date' })
  startDate: string;

  @ApiProperty({ format: 'date' })
  endDate: string;

  @ApiProperty({ enum: INSIGHT_PROVIDERS })
  provider: InsightProvider;

  @ApiProperty({ description: 'The name of the model. Empty until the model has answered.' })
  model: string;

  @ApiProperty({ description: 'The insight as Markdown. Empty until the job is done.' })
  text: string;

  @ApiProperty({
    type: InsightDetailsDto,
    nullable: true,
    description: 'Null until the job is done, and where there was nothing to read.',
  })
  details: InsightDetailsDto | null;

  @ApiProperty({
    maxLength: LIMITS.insightTitleMax,
    description: 'The name that its person gave it, or empty.',
  })
  title: string;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description: 'Whether its person found it useful. Null: not said.',
  })
  useful: boolean | null;

  @ApiProperty({
    type: InsightLetterDto,
    nullable: true,
    description: 'Set if it is the letter of a week, which was written by itself: see PUT /reminders/letter.',
  })
  letter: InsightLetterDto | null;

  @ApiProperty({ type: JobErrorDto, nullable: true })
  error: JobErrorDto | null;

  @ApiProperty({
    description:
      'Whether entries in the range were created, changed or deleted after the insight was finished.',
  })
  outdated: boolean;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  finishedAt: string | null;
}

export class InsightPageDto {
  @ApiProperty({ type: [InsightJobDto], description: 'The insights, newest first.' })
  items: InsightJobDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The cursor for the next page. Null on the last page.',
  })
  nextCursor: string | null;
}
