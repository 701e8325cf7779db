import { type BeginningsDto, PutBeginningsDto } from '../beginnings/beginnings.dto.js';
import { OmitType } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
} from 'class-validator';
import type { DaysDto, StatisticsDto } from '../journal/days.dto.js';
import { FindEntriesDto } from '../journal/find-entries.dto.js';
import {
  CreateEntryDto,
  type EntryDto,
  type StorageDto,
  type TagsDto,
  UpdateEntryDto,
} from '../journal/entries.dto.js';
import {
  ImportEntriesDto,
  type ImportReportDto,
  type PastImportsDto,
  type UndoneImportDto,
} from '../journal/import.dto.js';
import type { MeasureDto, MeasuredRangeDto, MeasuresDto, TogetherDto } from '../measures/measures.dto.js';
import {
  ArrangeMoodsDto,
  type OwnMoodDto,
  OwnMoodFields,
  type OwnMoodsDto,
  type MoodUsesDto,
} from '../moods/moods.dto.js';
import { OWN_ID_PATTERN } from '@inner-weather/domain/own-lists/own-lists';
import { LIMITS } from '@inner-weather/domain/limits';
import { YEARS } from '@inner-weather/domain/statistics/mood-days';
import { type Language, LANGUAGE_TAGS } from '@inner-weather/languages/languages';
import { PLACE_PATTERN } from '@inner-weather/domain/weather/place';
import { IsDay, IsDayEnd, IsTimeZoneName, MaxLength } from '../validation/validators.js';
import type {
  MeasureRequest,
  OrderMeasuresRequest,
  PutMeasuredDayRequest,
  PutMeasureRequest,
} from './measures.js';
import { PhotosRequest } from './media.js';
import { MutationRequest, UserRequest } from './requests.js';
import { IsId, Nested } from '../validation/fields.js';

export class CreateEntryRequest extends MutationRequest {
  @Nested(CreateEntryDto)
  entry: CreateEntryDto;

  /** The time zone of the writer's account, for an entry without `date` and `tz`. */
  @IsOptional()
  @IsTimeZoneName()
  accountTz?: string;

  /** When the days of the writer's account end: see IsDayEnd. Absent: at midnight. */
  @IsOptional()
  @IsDayEnd()
  dayEndsAt?: number;

  /** The place of the account's city, for a request without a place. */
  @IsOptional()
  @Matches(PLACE_PATTERN)
  place?: string;
}

export class EntryRequest extends UserRequest {
  @IsId()
  entryId: string;
}

/** `entry_changed` if the ETag of the entry is not in `ifMatch`. */
export class ChangeEntryRequest extends EntryRequest {
  /** Absent: any ETag. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(LIMITS.ifMatchMax)
  @IsString({ each: true })
  @MaxLength(LIMITS.ifMatchTagMax, { each: true })
  ifMatch?: string[];
}

export class UpdateEntryRequest extends ChangeEntryRequest {
  @Nested(UpdateEntryDto)
  changes: UpdateEntryDto;

  /** As in CreateEntryRequest. */
  @IsOptional()
  @IsDayEnd()
  dayEndsAt?: number;

  /** As in CreateEntryRequest. */
  @IsOptional()
  @Matches(PLACE_PATTERN)
  place?: string;
}

/**
 * Replies with a JSON array of EntryDto, newest first. The reply's meta has `total`, and `nextCursor` if there are more
 * entries: after `limit` entries, or before the reply would exceed 8 MiB (a broker accepts 16 by default). To read the
 * whole range, repeat the call until there is no `nextCursor`.
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

  /** Leaves out entries that contain only values that a script has set for a whole day. */
  @IsOptional()
  @IsBoolean()
  written?: boolean;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(LIMITS.searchPageMax)
  limit?: number;

  /** The maximum size of a page's entries as JSON, in bytes. A page has at least one entry. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(LIMITS.answerBytesMax)
  maxBytes?: number;

  /** Leaves `total` out of the reply's meta. Otherwise, each page of several counts the whole range. */
  @IsOptional()
  @IsBoolean()
  skipTotal?: boolean;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  cursor?: string;
}

/** The ids and versions of the entries on these days. */
export class RangeVersionRequest extends UserRequest {
  @IsDay()
  startDate: string;

  @IsDay()
  endDate: string;
}

/** `validation_failed` also if there are too many words. */
export class FindEntriesRequest extends OmitType(FindEntriesDto, ['tz']) {
  @IsString()
  userId: string;

  /** The language of the account: forms of its words are found, too. Absent: English. */
  @IsOptional()
  @IsIn(LANGUAGE_TAGS)
  language?: Language;
}

export class ListDaysRequest extends UserRequest {
  @IsInt()
  @Min(YEARS.min)
  @Max(YEARS.max)
  year: number;
}

/** `validation_failed` if `to` is before `from`, or the range has more than LIMITS.statisticsDaysMax days. */
export class GetStatisticsRequest extends UserRequest {
  @IsDay()
  from: string;

  @IsDay()
  to: string;
}

/** `validation_failed` as in GetStatisticsRequest. */
export class GetMeasuredRequest extends GetStatisticsRequest {
  /** Leaves out what entries have measured that may never be sent to a language model. */
  @IsOptional()
  @IsBoolean()
  sendable?: boolean;
}

/** Replies with the refused entries. Repeating the request adds nothing. */
export class ImportEntriesRequest extends ImportEntriesDto {
  @IsString()
  userId: string;

  /** As in CreateEntryRequest. */
  @IsOptional()
  @IsDayEnd()
  dayEndsAt?: number;
}

/** Deletes a number of entries of an import that were not edited. `not_found` if no such entry is left. */
export class UndoImportRequest extends UserRequest {
  @IsId()
  importId: string;
}

/** The gateway checks the id. */
export class MoodRequest extends UserRequest {
  @Matches(OWN_ID_PATTERN)
  @IsString()
  moodId: string;
}

export class PutMoodRequest extends MoodRequest {
  @Nested(OwnMoodFields)
  mood: OwnMoodFields;
}

export class ArrangeMoodsRequest extends ArrangeMoodsDto {
  @IsString()
  userId: string;
}

export class PutBeginningsRequest extends UserRequest {
  @Nested(PutBeginningsDto)
  beginnings: PutBeginningsDto;
}

/** The calls to journal. */
export interface JournalCalls {
  'journal.create-entry': { request: CreateEntryRequest; answer: EntryDto };
  'journal.update-entry': { request: UpdateEntryRequest; answer: EntryDto };
  'journal.delete-entry': { request: ChangeEntryRequest; answer: null };
  'journal.get-entry': { request: EntryRequest; answer: EntryDto };
  'journal.search-entries': { request: SearchEntriesRequest; answer: EntryDto[] };
  /** A version that changes as soon as an entry of the range is created, changed or deleted, or its weather is known. */
  'journal.get-range-version': { request: RangeVersionRequest; answer: string };
  /**
   * Entries that match filters, as JSON, newest first. The reply's meta has `nextCursor` if there may be more entries,
   * and `total` if the first call scanned all of them.
   */
  'journal.find-entries': { request: FindEntriesRequest; answer: EntryDto[] };
  /** The days of a year on which something was written. */
  'journal.list-days': { request: ListDaysRequest; answer: DaysDto };
  'journal.get-statistics': { request: GetStatisticsRequest; answer: StatisticsDto };
  /** The tags of a user, the most used first. */
  'journal.list-tags': { request: UserRequest; answer: TagsDto };
  'journal.list-moods': { request: UserRequest; answer: OwnMoodsDto };
  /** Creates or changes a mood. `validation_failed` if there are too many, or if one of its names is taken. */
  'journal.put-mood': { request: PutMoodRequest; answer: OwnMoodDto };
  /** Puts own moods in order and hides some of the six. */
  'journal.arrange-moods': { request: ArrangeMoodsRequest; answer: OwnMoodsDto };
  /** Its entries keep its name as words. Does nothing if it does not exist. */
  'journal.delete-mood': { request: MoodRequest; answer: null };
  /** How many entries have each mood. `unavailable` when too many counts are waiting. */
  'journal.count-moods': { request: UserRequest; answer: MoodUsesDto };
  'journal.list-measures': { request: UserRequest; answer: MeasuresDto };
  /** Creates or changes a measure. `validation_failed` if there are too many, or if its kind would change. */
  'journal.put-measure': { request: PutMeasureRequest; answer: MeasureDto };
  'journal.order-measures': { request: OrderMeasuresRequest; answer: MeasuresDto };
  /** Its values are deleted, too, soon after the answer. Does nothing if it does not exist. */
  'journal.delete-measure': { request: MeasureRequest; answer: null };
  /** Sets the value of a day, whatever else was measured on it. `not_found` if there is no such measure. */
  'journal.put-measured-day': { request: PutMeasuredDayRequest; answer: null };
  /** The values of all measures by day. `validation_failed` as in `journal.get-statistics`. */
  'journal.get-measured': { request: GetMeasuredRequest; answer: MeasuredRangeDto };
  /** What goes together. `validation_failed` as in `journal.get-statistics`. */
  'journal.get-together': { request: GetStatisticsRequest; answer: TogetherDto };
  /** What a person has to begin an entry with. */
  'journal.get-beginnings': { request: UserRequest; answer: BeginningsDto };
  /** Replaces all of it. `changed_meanwhile` if it has another version by now; a repeated request is none. */
  'journal.put-beginnings': { request: PutBeginningsRequest; answer: BeginningsDto };
  /** Those of the photos that an entry of the user has. */
  'journal.find-used-photos': { request: PhotosRequest; answer: { photoIds: string[] } };
  /** The used and the available storage of a user. */
  'journal.get-storage': { request: UserRequest; answer: StorageDto };
  'journal.import-entries': { request: ImportEntriesRequest; answer: ImportReportDto };
  /** What `journal.import-entries` would do. Stores nothing. */
  'journal.check-import': { request: ImportEntriesRequest; answer: ImportReportDto };
  /** The recent imports of a user that can be undone, newest first. */
  'journal.list-imports': { request: UserRequest; answer: PastImportsDto };
  'journal.undo-import': { request: UndoImportRequest; answer: UndoneImportDto };
  /**
   * Looks up the weather of an entry that has none; does nothing for other entries. `rate_limited` if the user has
   * requested too many look-ups within the hour.
   */
  'journal.look-up-weather': { request: EntryRequest; answer: EntryDto };
}
