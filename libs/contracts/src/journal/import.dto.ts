import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsObject } from 'class-validator';
import { EntryFields } from './entry-fields.js';
import { LIMITS } from '@inner-weather/domain/limits';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { Documented } from '../validation/mapped-types.js';
import { ErrorDetailDto } from '../messaging/error-detail.dto.js';
import { MayBeAbsent } from '../validation/validators.js';
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
    description:
      'A time with its UTC offset, from the year 1900 to 24 hours from now. The offset is kept: the first ten characters are the day of the entry.',
  },
  updatedAt: { description: 'Defaults to `createdAt`.' },
})
export class ImportEntryDto extends EntryFields {}

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
  @ApiProperty({ type: 'integer', minimum: 0 })
  added: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'The number of entries that already exist. They are not changed.',
  })
  alreadyThere: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'The number of entries that were imported and deleted not long ago. They stay deleted.',
  })
  deleted: number;

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
