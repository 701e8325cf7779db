import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsEmail, IsIn, IsInt, IsString, Length, Max, MaxLength, Min } from 'class-validator';
import { LIMITS } from './limits.js';
import { MOODS } from './moods.js';
import { IsDay, IsNotBlank, IsTimeZoneName, MayBeAbsent, NormalizeEmail, Trim } from './validators.js';

/** `pending` until the weather service has answered; then `ready`, or `unavailable` for good. */
export const WEATHER_STATUSES = ['pending', 'ready', 'unavailable'] as const;

export type WeatherStatus = (typeof WEATHER_STATUSES)[number];

/** POST /journal/new. */
export class CreateEntryDto {
  @ApiProperty({
    format: 'email',
    maxLength: LIMITS.emailMax,
    description: "The writer's; must be the token's.",
  })
  @NormalizeEmail()
  @IsEmail({}, { message: 'Email must be a valid email address' })
  email: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.contentMax, description: 'Not blank.' })
  @IsString({ message: 'Content must be text' })
  @IsNotBlank('Content')
  @MaxLength(LIMITS.contentMax, { message: `Content must have at most ${LIMITS.contentMax} characters` })
  content: string;

  @ApiPropertyOptional({ enum: MOODS })
  @MayBeAbsent()
  @IsIn(MOODS, { message: `Mood must be one of ${MOODS.join(', ')}` })
  inputMood?: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.locationMax, description: 'A city.', example: 'Porto' })
  @Trim()
  @IsString({ message: 'Location must be text' })
  @Length(1, LIMITS.locationMax, { message: `Location must have 1 to ${LIMITS.locationMax} characters` })
  location: string;

  @ApiPropertyOptional({
    maxLength: LIMITS.weatherMax,
    description: 'A weather text that the client knows already. Without it the server looks the weather up.',
  })
  @MayBeAbsent()
  @IsString({ message: 'Weather must be text' })
  @MaxLength(LIMITS.weatherMax, { message: `Weather must have at most ${LIMITS.weatherMax} characters` })
  weatherData?: string;

  @ApiPropertyOptional({ description: 'No language model is ever sent this entry. Absent: no.' })
  @MayBeAbsent()
  @IsBoolean({ message: 'neverSendToAi must be true or false' })
  neverSendToAi?: boolean;
}

/** PUT /journal/update/{id}. */
export class UpdateEntryDto {
  @ApiProperty({ minLength: 1, maxLength: LIMITS.contentMax, description: 'Not blank.' })
  @IsString({ message: 'Content must be text' })
  @IsNotBlank('Content')
  @MaxLength(LIMITS.contentMax, { message: `Content must have at most ${LIMITS.contentMax} characters` })
  content: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.moodMax, description: 'Free text, not blank.' })
  @Trim()
  @IsString({ message: 'Mood must be text' })
  @Length(1, LIMITS.moodMax, { message: `Mood must have 1 to ${LIMITS.moodMax} characters` })
  inputMood: string;

  @ApiProperty({
    minLength: 1,
    maxLength: LIMITS.locationMax,
    description: 'A city. Another one than before: its weather is looked up.',
  })
  @Trim()
  @IsString({ message: 'Location must be text' })
  @Length(1, LIMITS.locationMax, { message: `Location must have 1 to ${LIMITS.locationMax} characters` })
  location: string;

  @ApiPropertyOptional({ description: 'No language model is ever sent this entry. Absent: as it was.' })
  @MayBeAbsent()
  @IsBoolean({ message: 'neverSendToAi must be true or false' })
  neverSendToAi?: boolean;
}

/** GET /journal/search. Days are inclusive on both ends, in the time zone `tz`. */
export class SearchEntriesDto {
  @ApiProperty({ format: 'email', description: "The writer's email; must be the token's." })
  @NormalizeEmail()
  @IsEmail({}, { message: 'userReference must be a valid email address' })
  userReference: string;

  @ApiProperty({ format: 'date', example: '2026-11-01' })
  @IsDay({ message: 'Date From must be a real day in the form YYYY-MM-DD' })
  startDate: string;

  @ApiProperty({ format: 'date', example: '2026-11-30' })
  @IsDay({ message: 'Date To must be a real day in the form YYYY-MM-DD' })
  endDate: string;

  @ApiPropertyOptional({ description: 'An IANA time zone.', default: 'UTC', example: 'Europe/Lisbon' })
  @MayBeAbsent()
  @IsTimeZoneName()
  tz?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: LIMITS.searchPageMax,
    description: 'Entries in one answer. Without it: the whole range.',
  })
  @MayBeAbsent()
  @Type(() => Number)
  @IsInt({ message: 'limit must be a whole number' })
  @Min(1, { message: 'limit must be at least 1' })
  @Max(LIMITS.searchPageMax, { message: `limit must be at most ${LIMITS.searchPageMax}` })
  limit?: number;

  @ApiPropertyOptional({
    maxLength: 200,
    description: 'Where the page before ended: its header X-Next-Cursor.',
  })
  @MayBeAbsent()
  @IsString({ message: 'cursor must be text' })
  @MaxLength(200, { message: 'cursor is not one of ours' })
  cursor?: string;
}

/** An entry as it leaves the product. Nothing that is stored beside these fields does. */
export class EntryDto {
  @ApiProperty({ description: 'Opaque and stable.' })
  _id: string;

  @ApiProperty()
  content: string;

  @ApiProperty({
    description: "One of the six moods, other words after an edit, or '' where none was chosen.",
  })
  inputMood: string;

  @ApiProperty({ description: 'A city.' })
  location: string;

  @ApiProperty({ description: "The weather condition in words; '' while it is pending." })
  weatherData: string;

  @ApiProperty({ enum: WEATHER_STATUSES })
  weatherStatus: WeatherStatus;

  @ApiProperty({ description: 'No language model is ever sent this entry.' })
  neverSendToAi: boolean;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({
    format: 'date-time',
    description: 'When the writer last changed it; a weather stamp does not count.',
  })
  updatedAt: string;
}
