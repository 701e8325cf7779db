import { IntersectionType, PickType } from '@nestjs/swagger';
import { OWN_ID_PATTERN } from '@inner-weather/domain/own-lists/own-lists';
import { MEASURE_PROBLEMS } from '@inner-weather/domain/problems/measure-problems';
import { IsBoolean, IsIn, IsNumber, IsString, Matches } from 'class-validator';
import { SearchEntriesDto } from './entries.dto.js';
import { LIMITS } from '@inner-weather/domain/limits';
import { WEATHER_KINDS, type WeatherKind } from '@inner-weather/domain/weather/skies';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { IsLimit } from '../validation/fields.js';
import { Length, MaxLength, MayBeAbsent, OneLine, says } from '../validation/validators.js';
import { Doc } from '../validation/documented.js';

/** Filters for entries. An entry must match all of them. */
export class EntryFilters {
  @Doc(
    `All of these words must be in the text or the tags, in any order. Case and accents do not count. A word also finds longer words that begin with it, and its other forms in English. Words in quotes must be there as they are, one after the other. At most ${LIMITS.findTermsMax} words and phrases.`,
    { example: 'river "long walk"' },
  )
  @MayBeAbsent()
  @MaxLength(LIMITS.findWordsMax, says(JOURNAL_PROBLEMS.find_characters, { max: LIMITS.findWordsMax }))
  @IsString(says(JOURNAL_PROBLEMS.words_text))
  words?: string;

  @Doc('This mood, whatever its case and accents.', { example: 'Happy' })
  @MayBeAbsent()
  @OneLine()
  @Length(1, LIMITS.moodMax, says(JOURNAL_PROBLEMS.mood_length, { max: LIMITS.moodMax }))
  @IsString(says(JOURNAL_PROBLEMS.mood_text))
  mood?: string;

  @Doc('Whether a mood was chosen.')
  @MayBeAbsent()
  @IsBoolean(says(JOURNAL_PROBLEMS.has_mood_boolean))
  hasMood?: boolean;

  @Doc('This kind of weather; `other` is weather in words of no known kind.')
  @MayBeAbsent()
  @IsIn(WEATHER_KINDS, says(JOURNAL_PROBLEMS.weather_kind, { kinds: WEATHER_KINDS.join(', ') }))
  weather?: WeatherKind;

  @Doc('Whether the weather of the entry is known.')
  @MayBeAbsent()
  @IsBoolean(says(JOURNAL_PROBLEMS.has_weather_boolean))
  hasWeather?: boolean;

  @Doc('The city, or the beginning of its name. Case and accents do not count.', { example: 'lisb' })
  @MayBeAbsent()
  @OneLine()
  @Length(1, LIMITS.locationMax, says(JOURNAL_PROBLEMS.city_length, { max: LIMITS.locationMax }))
  @IsString(says(JOURNAL_PROBLEMS.city_text))
  city?: string;

  @Doc('Whether the entry has tags.')
  @MayBeAbsent()
  @IsBoolean(says(JOURNAL_PROBLEMS.has_tags_boolean))
  hasTags?: boolean;

  @Doc('Whether the entry has photos.')
  @MayBeAbsent()
  @IsBoolean(says(JOURNAL_PROBLEMS.has_photos_boolean))
  hasPhotos?: boolean;

  @Doc('The id of a measure: only entries that have a value of it.')
  @MayBeAbsent()
  @Matches(OWN_ID_PATTERN, says(MEASURE_PROBLEMS.measure_id))
  @IsString(says(MEASURE_PROBLEMS.measure_id))
  measure?: string;

  @Doc(
    'With `measure`: a value below this one. A time before 4:00 is later than those of the evening before.',
  )
  @MayBeAbsent()
  @IsNumber({}, says(MEASURE_PROBLEMS.measure_bound))
  measureBelow?: number;

  @Doc('With `measure`: at least this value.')
  @MayBeAbsent()
  @IsNumber({}, says(MEASURE_PROBLEMS.measure_bound))
  measureFrom?: number;
}

class FoundPage {
  @Doc('The maximum number of entries in one answer.', { default: 20 })
  @MayBeAbsent()
  @IsLimit(LIMITS.findPageMax)
  limit?: number;
}

/** POST /journal/search. Both days are included. The day of an entry is its `day`. */
export class FindEntriesDto extends IntersectionType(
  PickType(SearchEntriesDto, ['startDate', 'endDate', 'tz', 'tag', 'cursor']),
  FoundPage,
  EntryFilters,
) {}
