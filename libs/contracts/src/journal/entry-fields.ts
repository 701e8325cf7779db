import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsNumber,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { LIMITS } from '@inner-weather/domain/limits';
import {
  IsEmptyOrVisible,
  IsMoment,
  IsVisible,
  MayBeAbsent,
  NormaliseMood,
  NormaliseTags,
  OneLine,
} from '../validation/validators.js';

/** `pending` until the weather service has answered; then `ready`, or `unavailable`, which may still become `ready`. */
export const WEATHER_STATUSES = ['pending', 'ready', 'unavailable'] as const;

export type WeatherStatus = (typeof WEATHER_STATUSES)[number];

const TEMPERATURE_RANGE = `Temperature must be from ${LIMITS.temperatureMin} to ${LIMITS.temperatureMax} °C`;

/**
 * The fields of an entry. Each is declared once, with the rules for an imported file. The DTO classes for creating,
 * changing, importing and answering an entry derive from this class, so a field that is added here is in all of them.
 */
export class EntryFields {
  @ApiPropertyOptional({ maxLength: 100 })
  @MayBeAbsent()
  @Length(1, 100, { message: '_id must have 1 to 100 characters' })
  @IsString({ message: '_id must be text' })
  _id?: string;

  @ApiProperty({
    minLength: 1,
    maxLength: LIMITS.contentMax,
    description: 'Must contain at least one visible character.',
  })
  @MaxLength(LIMITS.contentMax, { message: `Content must have at most ${LIMITS.contentMax} characters` })
  @IsVisible('Content')
  @IsString({ message: 'Content must be text' })
  content: string;

  @ApiPropertyOptional({ maxLength: LIMITS.moodMax })
  @MayBeAbsent()
  @NormaliseMood()
  @IsEmptyOrVisible('Mood')
  @MaxLength(LIMITS.moodMax, { message: `Mood must have at most ${LIMITS.moodMax} characters` })
  @IsString({ message: 'Mood must be text' })
  inputMood?: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.locationMax, description: 'The name of a city.' })
  @OneLine()
  @IsVisible('Location')
  @Length(1, LIMITS.locationMax, { message: `Location must have 1 to ${LIMITS.locationMax} characters` })
  @IsString({ message: 'Location must be text' })
  location: string;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string' },
    maxItems: LIMITS.tagsMax,
    description: `Up to ${LIMITS.tagsMax} words of 1 to ${LIMITS.tagMax} characters under which the entry is found. Spellings that differ only in capitals are one tag: the first one stays.`,
  })
  @MayBeAbsent()
  @NormaliseTags()
  @IsVisible('Each tag', { each: true })
  @Length(1, LIMITS.tagMax, { each: true, message: `Each tag must have 1 to ${LIMITS.tagMax} characters` })
  @IsString({ each: true, message: 'tags must contain only text' })
  @ArrayMaxSize(LIMITS.tagsMax, { message: `An entry can have at most ${LIMITS.tagsMax} tags` })
  @IsArray({ message: 'tags must be a list' })
  tags?: string[];

  @ApiPropertyOptional({ maxLength: LIMITS.weatherMax })
  @MayBeAbsent()
  @MaxLength(LIMITS.weatherMax, { message: `Weather must have at most ${LIMITS.weatherMax} characters` })
  @IsString({ message: 'Weather must be text' })
  weatherData?: string;

  @ApiPropertyOptional({ enum: WEATHER_STATUSES })
  @MayBeAbsent()
  @IsIn(WEATHER_STATUSES, { message: `weatherStatus must be one of ${WEATHER_STATUSES.join(', ')}` })
  weatherStatus?: WeatherStatus;

  @ApiPropertyOptional({
    type: 'number',
    minimum: LIMITS.temperatureMin,
    maximum: LIMITS.temperatureMax,
    description: 'Degrees Celsius.',
  })
  @MayBeAbsent()
  @Max(LIMITS.temperatureMax, { message: TEMPERATURE_RANGE })
  @Min(LIMITS.temperatureMin, { message: TEMPERATURE_RANGE })
  @IsNumber({}, { message: 'Temperature must be a number of degrees Celsius' })
  temperature?: number;

  @ApiPropertyOptional({
    description: 'If true, this entry is never sent to a language model. Defaults to false.',
  })
  @MayBeAbsent()
  @IsBoolean({ message: 'neverSendToAi must be true or false' })
  neverSendToAi?: boolean;

  @ApiProperty({ format: 'date-time' })
  @IsMoment({ message: 'createdAt must be a time such as 2026-11-21T18:30:00Z, from 1900 to now' })
  createdAt: string;

  @ApiPropertyOptional({ format: 'date-time' })
  @MayBeAbsent()
  @IsMoment({ message: 'updatedAt must be a time such as 2026-11-21T18:30:00Z, from 1900 to now' })
  updatedAt?: string;
}
