import { OmitType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import type { DaysDto, StatisticsDto } from '../days.dto.js';
import { FindEntriesDto } from '../find-entries.dto.js';
import { CreateEntryDto, type EntryDto, UpdateEntryDto } from '../entries.dto.js';
import { ImportEntriesDto, type ImportReportDto } from '../import.dto.js';
import { LIMITS } from '../limits.js';
import { YEARS } from '../mood-days.js';
import { PLACE_PATTERN } from '../place.js';
import type { StorageDto } from '../storage.dto.js';
import type { TagsDto } from '../tags.dto.js';
import { IsDay, IsTimeZoneName } from '../validators.js';
import { MutationRequest, UserRequest } from './requests.js';

export class CreateEntryRequest extends MutationRequest {
  @ValidateNested()
  @Type(() => CreateEntryDto)
  entry: CreateEntryDto;

  /** Of the writer's account: for an entry that names neither a `date` nor a `tz`. */
  @IsOptional()
  @IsTimeZoneName()
  accountTz?: string;

  /** Which place the city is, where the request does not say so itself: that of the account's city. */
  @IsOptional()
  @Matches(PLACE_PATTERN)
  place?: string;
}

export class EntryRequest extends UserRequest {
  @IsString()
  @MaxLength(100)
  entryId: string;
}

/** `entry_changed` where the ETag of the entry is none of `ifMatch`. */
export class ChangeEntryRequest extends EntryRequest {
  /** Absent: whatever the entry is now. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(LIMITS.ifMatchMax)
  @IsString({ each: true })
  @MaxLength(LIMITS.ifMatchTagMax, { each: true })
  ifMatch?: string[];
}

export class UpdateEntryRequest extends ChangeEntryRequest {
  @ValidateNested()
  @Type(() => UpdateEntryDto)
  changes: UpdateEntryDto;

  /** As in CreateEntryRequest. */
  @IsOptional()
  @Matches(PLACE_PATTERN)
  place?: string;
}

/**
 * Answers a JSON array of EntryDto, newest first. The reply's meta holds `total`, and `nextCursor` where there is more:
 * after `limit` entries, and also without a limit where the answer would exceed 8 MiB (a broker accepts 16 by default).
 * To read the whole range, ask again until there is no `nextCursor`.
 */
export class SearchEntriesRequest extends UserRequest {
  @IsDay()
  startDate: string;

  @IsDay()
  endDate: string;

  /** Only entries with this tag. */
  @IsOptional()
  @IsString()
  @MaxLength(LIMITS.tagMax)
  tag?: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(LIMITS.searchPageMax)
  limit?: number;

  /** The page ends before its entries, as JSON, take more bytes than this; it always holds at least one entry. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(LIMITS.answerBytesMax)
  maxBytes?: number;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  cursor?: string;
}

/** Which entries there are on these days, in which versions. */
export class RangeVersionRequest extends UserRequest {
  @IsDay()
  startDate: string;

  @IsDay()
  endDate: string;
}

/** `validation_failed` also where there are too many words. */
export class FindEntriesRequest extends OmitType(FindEntriesDto, ['tz']) {
  @IsString()
  userId: string;
}

export class ListDaysRequest extends UserRequest {
  @IsInt()
  @Min(YEARS.min)
  @Max(YEARS.max)
  year: number;
}

/** `validation_failed` where `to` is before `from`, or the range has more than LIMITS.statisticsDaysMax days. */
export class GetStatisticsRequest extends UserRequest {
  @IsDay()
  from: string;

  @IsDay()
  to: string;
}

/** The answer names the entries that were refused. The same request a second time adds nothing. */
export class ImportEntriesRequest extends ImportEntriesDto {
  @IsString()
  userId: string;
}

/** The calls that journal answers. */
export interface JournalCalls {
  'journal.create-entry': { request: CreateEntryRequest; answer: EntryDto };
  'journal.update-entry': { request: UpdateEntryRequest; answer: EntryDto };
  'journal.delete-entry': { request: ChangeEntryRequest; answer: null };
  'journal.get-entry': { request: EntryRequest; answer: EntryDto };
  'journal.search-entries': { request: SearchEntriesRequest; answer: EntryDto[] };
  /** Changes with every entry of the range that is created, changed or deleted, as soon as that is stored. */
  'journal.get-range-version': { request: RangeVersionRequest; answer: string };
  /**
   * Entries that match filters, as JSON, newest first. The reply's meta holds `nextCursor` where there may be more, and
   * `total` in the first answer where everything was looked through.
   */
  'journal.find-entries': { request: FindEntriesRequest; answer: EntryDto[] };
  /** The days of a year on which something was written. */
  'journal.list-days': { request: ListDaysRequest; answer: DaysDto };
  'journal.get-statistics': { request: GetStatisticsRequest; answer: StatisticsDto };
  /** The tags that a person uses, the most used first. */
  'journal.list-tags': { request: UserRequest; answer: TagsDto };
  /** How much a person stores, and how much they may store. */
  'journal.get-storage': { request: UserRequest; answer: StorageDto };
  'journal.import-entries': { request: ImportEntriesRequest; answer: ImportReportDto };
  /**
   * Looks up the weather of an entry that has none; any other entry stays as it is. `rate_limited` where the person
   * has asked for too many look-ups within the hour.
   */
  'journal.look-up-weather': { request: EntryRequest; answer: EntryDto };
}
