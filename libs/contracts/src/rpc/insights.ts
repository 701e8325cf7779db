import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import type { InsightWriterDto } from '../about.dto.js';
import {
  ChangeInsightDto,
  INSIGHT_FILTERS,
  type InsightFilter,
  type InsightJobDto,
  type InsightPageDto,
} from '../insights/insights.dto.js';
import { type Language, LANGUAGE_TAGS } from '@inner-weather/languages/languages';
import { LIMITS } from '@inner-weather/domain/limits';
import { IsDayEnd, IsTimeZoneName, MaxLength } from '../validation/validators.js';
import { MutationRequest, type NoRequest, UserRequest } from './requests.js';
import { IsId, Nested } from '../validation/fields.js';

export class RequestInsightRequest extends MutationRequest {
  /** The first name, for the greeting in the insight. */
  @IsString()
  userName: string;

  @IsOptional()
  @IsString()
  @MaxLength(50)
  range?: string;

  @IsTimeZoneName()
  tz: string;

  /** When the days of the account end: see IsDayEnd. Absent: at midnight. */
  @IsOptional()
  @IsDayEnd()
  dayEndsAt?: number;

  /** The language of the account, in which the insight is written. Absent: English. */
  @IsOptional()
  @IsIn(LANGUAGE_TAGS)
  language?: Language;

  /** Creates a new insight even if an existing one is still up to date. */
  @IsOptional()
  @IsBoolean()
  again?: boolean;
}

export class InsightRequest extends UserRequest {
  @IsId()
  jobId: string;
}

export class ChangeInsightRequest extends InsightRequest {
  @Nested(ChangeInsightDto)
  changes: ChangeInsightDto;
}

export class ListInsightsRequest extends UserRequest {
  @IsInt()
  @Min(1)
  @Max(LIMITS.insightsPageMax)
  limit: number;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  cursor?: string;

  @IsOptional()
  @IsIn(INSIGHT_FILTERS)
  only?: InsightFilter;
}

/** The calls to insights. */
export interface InsightsCalls {
  'insights.request': { request: RequestInsightRequest; answer: InsightJobDto };
  /** The model of this installation. */
  'insights.get-writer': { request: NoRequest; answer: InsightWriterDto };
  'insights.get': { request: InsightRequest; answer: InsightJobDto };
  'insights.change': { request: ChangeInsightRequest; answer: InsightJobDto };
  /** Includes insights that are being written: the worker stops within its lease. */
  'insights.delete': { request: InsightRequest; answer: null };
  'insights.list': { request: ListInsightsRequest; answer: InsightPageDto };
}
