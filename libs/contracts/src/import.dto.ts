import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  IsString,
  Length,
  MaxLength,
} from 'class-validator';
import { WEATHER_STATUSES, type WeatherStatus } from './entries.dto.js';
import { LIMITS } from './limits.js';
import { IsMoment, IsNotBlank, MayBeAbsent, Trim } from './validators.js';

/** An entry of an exported file. Fields that are not named here are ignored. */
export class ImportEntryDto {
  @ApiPropertyOptional({
    maxLength: 100,
    description: 'By which it is known when it comes again. Without it: by everything that it says.',
  })
  @MayBeAbsent()
  @IsString({ message: '_id must be text' })
  @Length(1, 100, { message: '_id must have 1 to 100 characters' })
  _id?: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.contentMax, description: 'Not blank.' })
  @IsString({ message: 'Content must be text' })
  @IsNotBlank('Content')
  @MaxLength(LIMITS.contentMax, { message: `Content must have at most ${LIMITS.contentMax} characters` })
  content: string;

  @ApiPropertyOptional({ maxLength: LIMITS.moodMax, description: "Absent, or '': none." })
  @MayBeAbsent()
  @IsString({ message: 'Mood must be text' })
  @MaxLength(LIMITS.moodMax, { message: `Mood must have at most ${LIMITS.moodMax} characters` })
  inputMood?: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.locationMax, description: 'A city.' })
  @Trim()
  @IsString({ message: 'Location must be text' })
  @Length(1, LIMITS.locationMax, { message: `Location must have 1 to ${LIMITS.locationMax} characters` })
  location: string;

  @ApiPropertyOptional({
    maxLength: LIMITS.weatherMax,
    description: "Absent, or '': the server looks up what the weather is now, as for a new entry.",
  })
  @MayBeAbsent()
  @IsString({ message: 'Weather must be text' })
  @MaxLength(LIMITS.weatherMax, { message: `Weather must have at most ${LIMITS.weatherMax} characters` })
  weatherData?: string;

  @ApiPropertyOptional({ enum: WEATHER_STATUSES, description: '`unavailable` stays so.' })
  @MayBeAbsent()
  @IsIn(WEATHER_STATUSES, { message: `weatherStatus must be one of ${WEATHER_STATUSES.join(', ')}` })
  weatherStatus?: WeatherStatus;

  @ApiPropertyOptional({ description: 'No language model is ever sent this entry. Absent: no.' })
  @MayBeAbsent()
  @IsBoolean({ message: 'neverSendToAi must be true or false' })
  neverSendToAi?: boolean;

  @ApiProperty({ format: 'date-time', description: 'With its zone; from 1900 to tomorrow.' })
  @IsMoment({ message: 'createdAt must be a time such as 2026-11-21T18:30:00Z, from 1900 to now' })
  createdAt: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Absent: as createdAt.' })
  @MayBeAbsent()
  @IsMoment({ message: 'updatedAt must be a time such as 2026-11-21T18:30:00Z, from 1900 to now' })
  updatedAt?: string;
}

/** POST /journal/import: a part of a file. Each entry is judged by itself. */
export class ImportEntriesDto {
  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    minItems: 1,
    maxItems: LIMITS.importBatchMax,
    description: 'Each an ImportEntryDto; what is none is refused in the report, and holds up no other.',
  })
  @IsArray({ message: 'entries must be a list' })
  @ArrayMinSize(1, { message: 'entries must not be empty' })
  @ArrayMaxSize(LIMITS.importBatchMax, { message: `entries must hold at most ${LIMITS.importBatchMax}` })
  @IsObject({ each: true, message: 'entries must hold objects' })
  entries: object[];
}

export class RefusedEntryDto {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Its place among the entries that were sent.' })
  index: number;

  @ApiProperty({ type: [String], description: 'What is wrong, for the person who can mend it.' })
  reasons: string[];
}

/** What became of the entries that were sent. */
export class ImportReportDto {
  @ApiProperty({ type: 'integer', minimum: 0 })
  added: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'They stay as they are.' })
  alreadyThere: number;

  @ApiProperty({ type: [RefusedEntryDto] })
  refused: RefusedEntryDto[];
}
