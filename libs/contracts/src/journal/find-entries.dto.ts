import { ApiPropertyOptional, IntersectionType, PickType } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsInt, IsString, Length, Max, MaxLength, Min } from 'class-validator';
import { SearchEntriesDto } from './entries.dto.js';
import { LIMITS } from '@inner-weather/domain/limits';
import { WEATHER_KINDS, type WeatherKind } from '@inner-weather/domain/weather/skies';
import { MayBeAbsent, OneLine } from '../validation/validators.js';

/** Filters for entries. An entry must match all of them. */
export class EntryFilters {
  @ApiPropertyOptional({
    maxLength: LIMITS.findWordsMax,
    example: 'river "long walk"',
    description: `All of these words must be in the text or the tags, in any order. Case and accents do not count. A word also finds longer words that begin with it, and its other forms in English. Words in quotes must be there as they are, one after the other. At most ${LIMITS.findTermsMax} words and phrases.`,
  })
  @MayBeAbsent()
  @MaxLength(LIMITS.findWordsMax, {
    message: `You can search for at most ${LIMITS.findWordsMax} characters`,
  })
  @IsString({ message: 'words must be text' })
  words?: string;

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: LIMITS.moodMax,
    example: 'Happy',
    description: 'This mood, whatever its case and accents.',
  })
  @MayBeAbsent()
  @OneLine()
  @Length(1, LIMITS.moodMax, { message: `Mood must have 1 to ${LIMITS.moodMax} characters` })
  @IsString({ message: 'Mood must be text' })
  mood?: string;

  @ApiPropertyOptional({ description: 'Whether a mood was chosen.' })
  @MayBeAbsent()
  @IsBoolean({ message: 'hasMood must be true or false' })
  hasMood?: boolean;

  @ApiPropertyOptional({
    enum: WEATHER_KINDS,
    description: 'This kind of weather; `other` is weather in words of no known kind.',
  })
  @MayBeAbsent()
  @IsIn(WEATHER_KINDS, { message: `weather must be one of ${WEATHER_KINDS.join(', ')}` })
  weather?: WeatherKind;

  @ApiPropertyOptional({ description: 'Whether the weather of the entry is known.' })
  @MayBeAbsent()
  @IsBoolean({ message: 'hasWeather must be true or false' })
  hasWeather?: boolean;

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: LIMITS.locationMax,
    example: 'lisb',
    description: 'The city, or the beginning of its name. Case and accents do not count.',
  })
  @MayBeAbsent()
  @OneLine()
  @Length(1, LIMITS.locationMax, { message: `City must have 1 to ${LIMITS.locationMax} characters` })
  @IsString({ message: 'City must be text' })
  city?: string;

  @ApiPropertyOptional({ description: 'Whether the entry has tags.' })
  @MayBeAbsent()
  @IsBoolean({ message: 'hasTags must be true or false' })
  hasTags?: boolean;
}

class FoundPage {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: LIMITS.findPageMax,
    default: 20,
    description: 'The maximum number of entries in one answer.',
  })
  @MayBeAbsent()
  @Max(LIMITS.findPageMax, { message: `limit must be at most ${LIMITS.findPageMax}` })
  @Min(1, { message: 'limit must be at least 1' })
  @IsInt({ message: 'limit must be a whole number' })
  limit?: number;
}

/** POST /journal/search. Both days are included. The day of an entry is that of its `createdAt`. */
export class FindEntriesDto extends IntersectionType(
  PickType(SearchEntriesDto, ['startDate', 'endDate', 'tz', 'tag', 'cursor']),
  FoundPage,
  EntryFilters,
) {}
