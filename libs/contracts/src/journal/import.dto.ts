import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsObject, Matches } from 'class-validator';
import { EntryFields } from './entry-fields.js';
import { LIMITS } from '@inner-weather/domain/limits';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { Documented } from '../validation/mapped-types.js';
import { ErrorDetailDto } from '../messaging/error-detail.dto.js';
import { IsOneLine, IsValid, IsVisible, MaxLength, MayBeAbsent } from '../validation/validators.js';
import { says } from '../validation/says.js';

/** An entry of an exported file. Fields that are not named here are ignored. */
@Documented<ImportEntryDto>({
  _id: {
    description:
      'Identifies the entry when it is imported again. If absent, the entry is identified by its contents, and by how many equal ones come before it in the request.',
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
  createdAt: {
    description: 'A time with its UTC offset, from the year 1900 to 24 hours from now. The offset is kept.',
  },
  day: {
    description:
      'The day to which the entry belongs. It is kept if it is the date in `createdAt`, or the day before it and `createdAt` is before 04:00. Otherwise, or if it is absent, it follows from `createdAt` and when the days of the person end.',
  },
  updatedAt: { description: 'Defaults to `createdAt`.' },
})
export class ImportEntryDto extends EntryFields {}

/** A UUID in lower case, as `crypto.randomUUID()` returns it. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const ORIGIN_INVALID = says(JOURNAL_PROBLEMS.import_invalid, { max: LIMITS.importSourceMax });

/** The import that an entry comes with. */
export class ImportOriginDto {
  @ApiProperty({
    format: 'uuid',
    pattern: UUID.source,
    description: 'A UUID that the client creates for the whole import. All parts of it have the same.',
  })
  @Matches(UUID, ORIGIN_INVALID)
  id: string;

  @ApiProperty({
    minLength: 1,
    maxLength: LIMITS.importSourceMax,
    description:
      'The name of the app that the file comes from: one line with at least one visible character.',
  })
  @MaxLength(LIMITS.importSourceMax, ORIGIN_INVALID)
  @IsOneLine(ORIGIN_INVALID)
  @IsVisible(ORIGIN_INVALID)
  source: string;
}

/** POST /journal/import: a part of a file. Each entry is validated separately. */
export class ImportEntriesDto {
  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    minItems: 1,
    maxItems: LIMITS.importBatchMax,
    description:
      'Each item is an ImportEntryDto. An invalid item is listed in the report and does not stop the others.',
  })
  @IsObject({ ...says(JOURNAL_PROBLEMS.import_objects), each: true })
  @ArrayMaxSize(LIMITS.importBatchMax, says(JOURNAL_PROBLEMS.import_length, { max: LIMITS.importBatchMax }))
  @ArrayMinSize(1, says(JOURNAL_PROBLEMS.import_empty))
  @IsArray(says(JOURNAL_PROBLEMS.import_list))
  entries: object[];

  @ApiPropertyOptional({
    description:
      'Whether to look up past weather for entries that have none. The number of look-ups per hour is limited. Defaults to false.',
  })
  @MayBeAbsent()
  @IsBoolean(says(JOURNAL_PROBLEMS.look_up_weather_boolean))
  lookUpWeather?: boolean;

  @ApiPropertyOptional({
    type: ImportOriginDto,
    description: `With it, the added entries can be deleted together for ${LIMITS.importUndoDays} days: see DELETE /journal/imports/{id}.`,
  })
  @MayBeAbsent()
  @IsValid(ImportOriginDto, ORIGIN_INVALID)
  import?: ImportOriginDto;

  @ApiPropertyOptional({
    description:
      'Whether to add entries again that were imported and deleted not long ago. Those whose deletion is still being announced to other services stay deleted for a few seconds more, and are in `deleted` of the report. Defaults to false.',
  })
  @MayBeAbsent()
  @IsBoolean(says(JOURNAL_PROBLEMS.restore_deleted_boolean))
  restoreDeleted?: boolean;
}

export class RefusedEntryDto {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'The index of the entry in the request, starting at 0.',
  })
  index: number;

  @ApiProperty({ type: [String], description: 'Messages that tell the person what is wrong, in English.' })
  reasons: string[];

  @ApiProperty({ type: [ErrorDetailDto], description: 'The same, with the code and field of each.' })
  errors: ErrorDetailDto[];
}

/** The result of an import. */
export class ImportReportDto {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description:
      'The number of entries that were added, including those that an earlier request with the same `import` added and that were not edited since.',
  })
  added: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'The number of other entries that already exist. They are not changed.',
  })
  alreadyThere: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description:
      'The number of entries that were imported and deleted not long ago. They stay deleted, unless `restoreDeleted` is set.',
  })
  deleted: number;

  @ApiProperty({
    type: 'array',
    items: { type: 'integer', minimum: 0 },
    description: 'The indexes of those entries in the request, starting at 0.',
  })
  deletedIndexes: number[];

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'The number of tags and moods that are kept at the end of a text, as `#words`.',
  })
  labelsInText: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'The number of tags and moods that are missing, since a long text had no room for them.',
  })
  labelsLeftOut: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'The number of added entries whose weather is being looked up.',
  })
  lookedUp: number;

  @ApiProperty({ type: [RefusedEntryDto] })
  refused: RefusedEntryDto[];
}

/** A past import whose entries can be deleted together. */
export class PastImportDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({
    maxLength: LIMITS.importSourceMax,
    description: 'The name of the app that the file came from.',
  })
  source: string;

  @ApiProperty({ format: 'date-time', description: 'When the first of these entries was added.' })
  startedAt: string;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description:
      'The number of entries that undoing the import would delete: those that were not edited since.',
  })
  entries: number;
}

/** GET /journal/imports. */
export class PastImportsDto {
  @ApiProperty({
    type: [PastImportDto],
    maxItems: LIMITS.importsListMax,
    description: `The imports of the last ${LIMITS.importUndoDays} days, at most the newest ${LIMITS.importsListMax}, newest first. Imports without an entry that could be deleted are not listed.`,
  })
  imports: PastImportDto[];
}

/** The result of a request to undo an import. */
export class UndoneImportDto {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'The number of entries that this request deleted.',
  })
  deleted: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'The number of entries that are left to delete. While it is not 0, repeat the request.',
  })
  remaining: number;
}
