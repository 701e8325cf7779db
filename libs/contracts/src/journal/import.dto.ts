import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsObject, IsString, Matches } from 'class-validator';
import { EntryFields } from './entry-fields.js';
import { OWN_ID_PATTERN } from '@inner-weather/domain/own-lists/own-lists';
import { LIMITS } from '@inner-weather/domain/limits';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { ErrorDetailDto } from '../messaging/error-detail.dto.js';
import {
  IsOneLine,
  IsValid,
  IsVisible,
  Length,
  MaxLength,
  MayBeAbsent,
  says,
} from '../validation/validators.js';
import { COUNT, Doc, Documented, OPTIONAL, TIME } from '../validation/documented.js';

/** Each is looked up, and an entry that is found is decrypted. */
const FORMER_IDS_MAX = 3;

/** An entry of an exported file. Fields that are not named here are ignored. */
@Documented<ImportEntryDto>({
  _id: {
    description:
      'Identifies the entry when it is imported again, together with its time and words: see `changed` of the report. If absent, the entry is identified by its contents, and by how many equal ones come before it in the request.',
  },
  inputMood: {
    description:
      'No mood if absent or empty. One that is too long is kept at the end of the text, as `#words`.',
  },
  tags: {
    description: 'Those beyond the limits of a stored entry are kept at the end of its text, as `#words`.',
  },
  weatherData: {
    description:
      'The weather condition as text. If absent or empty, the weather is looked up if the entry is less than one hour old or `lookUpWeather` is set.',
  },
  weatherStatus: {
    description: 'An entry with the status `unavailable` keeps it, unless `lookUpWeather` is set.',
  },
  temperature: { description: 'Degrees Celsius. Ignored without `weatherData`.' },
  ofDay: {
    description:
      'Whether a script has set these values for the whole day: see PUT /measures/{id}/days/{day}. Ignored if the entry has words, a mood, tags or photos.',
  },
  createdAt: {
    description: 'A time with its UTC offset, from the year 1900 to 24 hours from now. The offset is kept.',
  },
  day: {
    description:
      'The day to which the entry belongs. It is kept if it is the date in `createdAt`, or the day before it and `createdAt` is before 04:00. Otherwise, or if it is absent, it follows from `createdAt` and when the days of the person end.',
  },
  updatedAt: { description: 'Defaults to `createdAt`.' },
})
export class ImportEntryDto extends EntryFields {
  @Doc(
    'Ids under which earlier versions of a client imported this entry. It is recognised by them if its time, and its words unless they were edited here, are the same.',
    { type: [String], maxItems: FORMER_IDS_MAX },
  )
  @MayBeAbsent()
  @Length(1, 100, { ...says(JOURNAL_PROBLEMS.former_ids, { max: FORMER_IDS_MAX }), each: true })
  @IsString({ ...says(JOURNAL_PROBLEMS.former_ids, { max: FORMER_IDS_MAX }), each: true })
  @ArrayMaxSize(FORMER_IDS_MAX, says(JOURNAL_PROBLEMS.former_ids, { max: FORMER_IDS_MAX }))
  @IsArray(says(JOURNAL_PROBLEMS.former_ids, { max: FORMER_IDS_MAX }))
  formerIds?: string[];
}

const ORIGIN_INVALID = says(JOURNAL_PROBLEMS.import_invalid, { max: LIMITS.importSourceMax });

/** The import that an entry comes with. */
export class ImportOriginDto {
  @Doc('A UUID that the client creates for the whole import. All parts of it have the same.', {
    format: 'uuid',
  })
  @Matches(OWN_ID_PATTERN, ORIGIN_INVALID)
  id: string;

  @Doc('The name of the app that the file comes from: one line with at least one visible character.')
  @MaxLength(LIMITS.importSourceMax, ORIGIN_INVALID)
  @IsOneLine(ORIGIN_INVALID)
  @IsVisible(ORIGIN_INVALID)
  source: string;
}

/** POST /journal/import and /journal/import/check: a part of a file. Each entry is validated separately. */
export class ImportEntriesDto {
  @Doc(
    'Each item is an ImportEntryDto. An invalid item is listed in the report and does not stop the others.',
  )
  @IsObject({ ...says(JOURNAL_PROBLEMS.import_objects), each: true })
  @ArrayMaxSize(LIMITS.importBatchMax, says(JOURNAL_PROBLEMS.import_length, { max: LIMITS.importBatchMax }))
  @ArrayMinSize(1, says(JOURNAL_PROBLEMS.import_empty))
  @IsArray(says(JOURNAL_PROBLEMS.import_list))
  entries: object[];

  @Doc(
    'Whether to look up past weather for entries that have none. The number of look-ups per hour is limited. Defaults to false.',
  )
  @MayBeAbsent()
  @IsBoolean(says(JOURNAL_PROBLEMS.look_up_weather_boolean))
  lookUpWeather?: boolean;

  @Doc(
    `With it, the added entries can be deleted together for ${LIMITS.importUndoDays} days: see DELETE /journal/imports/{id}.`,
    { type: ImportOriginDto },
  )
  @MayBeAbsent()
  @IsValid(ImportOriginDto, ORIGIN_INVALID)
  import?: ImportOriginDto;

  @Doc(
    'Whether to add entries again that were imported and deleted not long ago. Entries that were deleted by undoing another import are added also without it. Those whose deletion is still being announced to other services stay deleted for a few seconds more, and are in `deleted` of the report. Defaults to false.',
  )
  @MayBeAbsent()
  @IsBoolean(says(JOURNAL_PROBLEMS.restore_deleted_boolean))
  restoreDeleted?: boolean;

  @Doc(
    'Whether to add entries of which an entry with their id is here, but with other words (see `changed` of the report), as entries of their own. Defaults to false.',
  )
  @MayBeAbsent()
  @IsBoolean(says(JOURNAL_PROBLEMS.add_changed_boolean))
  addChanged?: boolean;
}

export class RefusedEntryDto {
  @Doc('The index of the entry in the request, starting at 0.', COUNT)
  index: number;

  @Doc('Messages that tell the person what is wrong, in English.', { type: [String] })
  reasons: string[];

  @Doc('The same, with the code and field of each.', { type: [ErrorDetailDto] })
  errors: ErrorDetailDto[];
}

/** The result of an import. */
export class ImportReportDto {
  @Doc(
    'The number of entries that were added, including those that an earlier request with the same `import` added and that were not edited since.',
    COUNT,
  )
  added: number;

  @Doc('The indexes of the entries that this request added, starting at 0.', {
    type: 'array',
    items: { type: 'integer', minimum: 0 },
  })
  addedIndexes: number[];

  @Doc('The number of other entries that already exist. They are not changed. Includes `changed`.', COUNT)
  alreadyThere: number;

  @Doc(
    'The number of entries that already exist with other words, such as those that were edited in the other app since. An entry with the same id but another time and other words is another entry, and is added. Without words, the mood and the values are compared. An entry that was edited here after its `updatedAt` in the file does not count.',
    { ...COUNT, ...OPTIONAL },
  )
  changed?: number;

  @Doc('The indexes of those entries in the request, starting at 0.', {
    type: 'array',
    items: { type: 'integer', minimum: 0 },
    ...OPTIONAL,
  })
  changedIndexes?: number[];

  @Doc(
    'The number of entries that were imported and deleted here not long ago, other than by undoing an earlier import. They stay deleted, unless `restoreDeleted` is set.',
    COUNT,
  )
  deleted: number;

  @Doc('The indexes of those entries in the request, starting at 0.', {
    type: 'array',
    items: { type: 'integer', minimum: 0 },
  })
  deletedIndexes: number[];

  @Doc('The number of tags and moods that are kept at the end of a text, as `#words`.', COUNT)
  labelsInText: number;

  @Doc('The number of tags and moods that are missing, since a long text had no room for them.', COUNT)
  labelsLeftOut: number;

  @Doc('The number of added entries whose weather is being looked up.', COUNT)
  lookedUp: number;

  @Doc(
    'Only from POST /journal/import/check: the bytes that the entries which would be added count towards the storage quota (see GET /user/me/storage).',
    { ...COUNT, ...OPTIONAL },
  )
  bytes?: number;

  @Doc({ type: [RefusedEntryDto] })
  refused: RefusedEntryDto[];
}

/** A past import whose entries can be deleted together. */
export class PastImportDto {
  @Doc({ format: 'uuid' })
  id: string;

  @Doc('The name of the app that the file came from.', { maxLength: LIMITS.importSourceMax })
  source: string;

  @Doc('When the first of these entries was added.', TIME)
  startedAt: string;

  @Doc('The number of entries that undoing the import would delete: those that were not edited since.', {
    type: 'integer',
    minimum: 1,
  })
  entries: number;
}

/** GET /journal/imports. */
export class PastImportsDto {
  @Doc(
    `The imports of the last ${LIMITS.importUndoDays} days, at most the newest ${LIMITS.importsListMax}, newest first. Imports without an entry that could be deleted are not listed.`,
    { type: [PastImportDto], maxItems: LIMITS.importsListMax },
  )
  imports: PastImportDto[];
}

/** The result of a request to undo an import. */
export class UndoneImportDto {
  @Doc('The number of entries that this request deleted.', COUNT)
  deleted: number;

  @Doc('The number of entries that are left to delete. While it is not 0, repeat the request.', COUNT)
  remaining: number;
}
