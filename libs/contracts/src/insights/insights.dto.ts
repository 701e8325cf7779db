import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional, IsString } from 'class-validator';
import { DayScoreDto, MoodGroupDto, WEATHER_GROUPS } from '../journal/days.dto.js';
import { LIMITS } from '@inner-weather/domain/limits';
import { PERIODS } from '@inner-weather/domain/time/periods';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { IsLimit } from '../validation/fields.js';
import {
  IsEmptyOrVisible,
  IsTimeZoneName,
  MaxLength,
  MayBeAbsent,
  OneLine,
  says,
} from '../validation/validators.js';
import { COUNT, DAY, Doc, NULLABLE, TIME, TIME_OR_NULL } from '../validation/documented.js';

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
  @Doc(`One of ${PERIODS.join(', ')}. Any other name means today, and so does a missing one.`, {
    example: 'lastWeek',
  })
  @MayBeAbsent()
  @MaxLength(50, says(JOURNAL_PROBLEMS.range_length, { max: 50 }))
  @IsString(says(JOURNAL_PROBLEMS.range_text))
  range?: string;

  @Doc(
    "The IANA name of the time zone whose today ends the range. If absent, that of the person's account is used and, without one, UTC.",
    { example: 'Europe/Lisbon' },
  )
  @MayBeAbsent()
  @IsTimeZoneName(says(JOURNAL_PROBLEMS.tz_unknown))
  tz?: string;

  @Doc(
    'Writes a new insight even if there is one of the same days by the same model whose entries have not changed.',
  )
  @MayBeAbsent()
  @IsBoolean(says(JOURNAL_PROBLEMS.again_boolean))
  again?: boolean;
}

/** PATCH /insights/{id}: what is absent stays as it is. */
export class ChangeInsightDto {
  @Doc('A name of your own. Empty text takes it away.', { example: 'The week in Porto' })
  @MayBeAbsent()
  @IsEmptyOrVisible(says(JOURNAL_PROBLEMS.title_empty))
  @MaxLength(LIMITS.insightTitleMax, says(JOURNAL_PROBLEMS.title_length, { max: LIMITS.insightTitleMax }))
  @IsString(says(JOURNAL_PROBLEMS.title_text))
  @OneLine()
  title?: string;

  @Doc('Whether it was useful. Null: not said.', { type: Boolean, ...NULLABLE })
  @IsOptional()
  @IsBoolean(says(JOURNAL_PROBLEMS.useful_boolean))
  useful?: boolean | null;

  @Doc('Whether a letter was opened. For other insights it means nothing.')
  @MayBeAbsent()
  @IsBoolean(says(JOURNAL_PROBLEMS.opened_boolean))
  opened?: boolean;
}

/** What GET /insights can be limited to. */
export const INSIGHT_FILTERS = ['unopenedLetters'] as const;

export type InsightFilter = (typeof INSIGHT_FILTERS)[number];

/** GET /insights. */
export class ListInsightsDto {
  @Doc({ default: LIMITS.insightsPageDefault })
  @MayBeAbsent()
  @Type(() => Number)
  @IsLimit(LIMITS.insightsPageMax)
  limit?: number;

  @Doc('The `nextCursor` of the previous page.')
  @MayBeAbsent()
  @MaxLength(200, says(JOURNAL_PROBLEMS.cursor_invalid))
  @IsString(says(JOURNAL_PROBLEMS.cursor_text))
  cursor?: string;

  @Doc('Limits the answer to weekly letters that are written and were not opened yet.')
  @MayBeAbsent()
  @IsIn(INSIGHT_FILTERS, says(JOURNAL_PROBLEMS.only_unknown))
  only?: InsightFilter;
}

/** What a weekly letter has in addition to other insights. */
export class InsightLetterDto {
  @Doc('The ISO week of its last day.', { example: '2026-W48' })
  week: string;

  @Doc('Whether its person has opened it: see PATCH /insights/{id}.')
  opened: boolean;
}

export class JobProgressDto {
  @Doc({ enum: JOB_STEPS })
  step: JobStep;

  @Doc('The number of entries found in the range so far.', COUNT)
  entries: number;
}

export class JobErrorDto {
  @Doc({ enum: JOB_ERROR_CODES })
  code: JobErrorCode;

  @Doc('A message that tells the person what went wrong and what to do, in English.')
  msg: string;

  @Doc('Names the message, for clients that show it in another language.', {
    example: 'insight.modelBusyForMinutes',
    required: false,
  })
  messageId?: string;

  @Doc('What the message speaks of.', {
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    example: { minutes: 5 },
    selfRequired: false,
  })
  params?: Readonly<Record<string, string | number>>;
}

/** An entry that is named beside an insight. */
export class InsightMentionDto {
  @Doc('The id of the entry.')
  entryId: string;

  @Doc('The moment to which the entry belongs, as the entry answers it.', TIME)
  createdAt: string;

  @Doc('The day of the entry when it was read.', DAY)
  day: string;

  @Doc('The mood of the entry when it was read.')
  inputMood: string;

  @Doc({ enum: MENTION_REASONS })
  why: MentionReason;
}

/** The figures that an insight was written from, as GET /journal/statistics has them. */
export class InsightFiguresDto {
  @Doc('Every day on which something was written, in order.', { type: [DayScoreDto] })
  days: DayScoreDto[];

  @Doc('From Monday to Sunday.', { type: [MoodGroupDto] })
  weekdays: MoodGroupDto[];

  @Doc(WEATHER_GROUPS, { type: [MoodGroupDto] })
  skies: MoodGroupDto[];
}

/** What belongs to the text of an insight. */
export class InsightDetailsDto {
  @Doc('Whether words of the entries or of the answer suggest self-harm. Then help lines come first.')
  selfHarm: boolean;

  @Doc({ type: InsightFiguresDto })
  figures: InsightFiguresDto;

  @Doc('Days worth reading again, in order. Empty with `selfHarm`.', {
    type: [InsightMentionDto],
    maxItems: 5,
  })
  notable: InsightMentionDto[];

  @Doc('The entries that the model named. The text links to them by number: `[1](#entry-1)`.', {
    type: [InsightMentionDto],
    maxItems: 20,
  })
  cited: InsightMentionDto[];

  @Doc('How many ids the model named that it was not given. They are not in the text.', COUNT)
  dropped: number;
}

/** An insight job: the analysis of one range of entries. */
export class InsightJobDto {
  @Doc('An opaque, stable identifier.')
  id: string;

  @Doc({ enum: JOB_STATUSES })
  status: JobStatus;

  @Doc({ type: JobProgressDto })
  progress: JobProgressDto;

  @Doc("The requested range, or 'today' if the range was unknown or missing.")
  range: string;

  @Doc(DAY)
  startDate: string;

  @Doc(DAY)
  endDate: string;

  @Doc({ enum: INSIGHT_PROVIDERS })
  provider: InsightProvider;

  @Doc('The name of the model. Empty until the model has answered.')
  model: string;

  @Doc('The insight as Markdown. Empty until the job is done.')
  text: string;

  @Doc('Null until the job is done, and where there was nothing to read.', {
    type: InsightDetailsDto,
    nullable: true,
  })
  details: InsightDetailsDto | null;

  @Doc('The name that its person gave it, or empty.', { maxLength: LIMITS.insightTitleMax })
  title: string;

  @Doc('Whether its person found it useful. Null: not said.', { type: Boolean, ...NULLABLE })
  useful: boolean | null;

  @Doc('Set if it is the letter of a week, which was written by itself: see PUT /reminders/letter.', {
    type: InsightLetterDto,
    nullable: true,
  })
  letter: InsightLetterDto | null;

  @Doc({ type: JobErrorDto, nullable: true })
  error: JobErrorDto | null;

  @Doc('Whether entries in the range were created, changed or deleted after the insight was finished.')
  outdated: boolean;

  @Doc(TIME)
  createdAt: string;

  @Doc(TIME_OR_NULL)
  finishedAt: string | null;
}

export class InsightPageDto {
  @Doc('The insights, newest first.', { type: [InsightJobDto] })
  items: InsightJobDto[];

  @Doc('The cursor for the next page. Null on the last page.', NULLABLE)
  nextCursor: string | null;
}
