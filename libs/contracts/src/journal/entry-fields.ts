import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsNumber,
  IsString,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { LIMITS } from '@inner-weather/domain/limits';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import {
  IsDay,
  IsEmptyOrVisible,
  IsMoment,
  IsVisible,
  Length,
  MaxLength,
  MayBeAbsent,
  NormaliseMood,
  NormaliseTags,
  OneLine,
  says,
  WellFormed,
} from '../validation/validators.js';
import { IsChosenInCheckIn, IsVisibleUnlessCheckIn, MayBeAbsentUnlessCheckIn } from './check-in.js';
import { PHOTO_PROBLEMS } from '@inner-weather/domain/problems/photo-problems';
import { PHOTO_ID_PATTERN } from '../photos/photo-id.js';
import { MEASURE_LIMITS, type Measured } from '@inner-weather/domain/measures/measures';
import { MEASURE_PROBLEMS } from '@inner-weather/domain/problems/measure-problems';
import { IsMeasured } from '../measures/measured.js';
import { Doc } from '../validation/documented.js';

/** `pending` until the weather service has answered; then `ready`, or `unavailable`, which may still become `ready`. */
export const WEATHER_STATUSES = ['pending', 'ready', 'unavailable'] as const;

export type WeatherStatus = (typeof WEATHER_STATUSES)[number];

const TEMPERATURE_RANGE = says(JOURNAL_PROBLEMS.temperature_range, {
  min: LIMITS.temperatureMin,
  max: LIMITS.temperatureMax,
});

/**
 * The fields of an entry. Each is declared once, with the rules for an imported file. The DTO classes for creating,
 * changing, importing and answering an entry derive from this class, so a field that is added here is in all of them.
 */
export class EntryFields {
  @MayBeAbsent()
  @Length(1, 100, says(JOURNAL_PROBLEMS.id_length, { max: 100 }))
  @IsString(says(JOURNAL_PROBLEMS.id_text))
  _id?: string;

  @Doc(
    'Must contain at least one visible character. In a check-in, and beside photos, it may be empty instead. Control characters other than tabs and line breaks are replaced by U+FFFD.',
  )
  @WellFormed()
  @MaxLength(LIMITS.contentMax, says(JOURNAL_PROBLEMS.content_length, { max: LIMITS.contentMax }))
  @IsVisibleUnlessCheckIn(says(JOURNAL_PROBLEMS.content_empty))
  @IsString(says(JOURNAL_PROBLEMS.content_text))
  content: string;

  @MayBeAbsentUnlessCheckIn()
  @NormaliseMood()
  @IsEmptyOrVisible(says(JOURNAL_PROBLEMS.mood_empty))
  @MaxLength(LIMITS.moodMax, says(JOURNAL_PROBLEMS.mood_long, { max: LIMITS.moodMax }))
  @IsString(says(JOURNAL_PROBLEMS.mood_text))
  @IsChosenInCheckIn(says(JOURNAL_PROBLEMS.check_in_mood))
  inputMood?: string;

  @Doc('The name of a city.')
  @OneLine()
  @IsVisible(says(JOURNAL_PROBLEMS.location_empty))
  @Length(1, LIMITS.locationMax, says(JOURNAL_PROBLEMS.location_length, { max: LIMITS.locationMax }))
  @IsString(says(JOURNAL_PROBLEMS.location_text))
  location: string;

  @Doc(
    `Up to ${LIMITS.tagsMax} words of 1 to ${LIMITS.tagMax} characters under which the entry is found. Spellings that differ only in capitals are one tag: the first one stays.`,
  )
  @MayBeAbsent()
  @NormaliseTags()
  @IsVisible({ ...says(JOURNAL_PROBLEMS.tag_empty), each: true })
  @Length(1, LIMITS.tagMax, { ...says(JOURNAL_PROBLEMS.tag_length, { max: LIMITS.tagMax }), each: true })
  @IsString({ ...says(JOURNAL_PROBLEMS.tags_text), each: true })
  @ArrayMaxSize(LIMITS.tagsMax, says(JOURNAL_PROBLEMS.tags_length, { max: LIMITS.tagsMax }))
  @IsArray(says(JOURNAL_PROBLEMS.tags_list))
  tags?: string[];

  @Doc(`The ids of up to ${LIMITS.photosMax} photos, in the order in which they are shown.`)
  @MayBeAbsent()
  @Matches(PHOTO_ID_PATTERN, { ...says(PHOTO_PROBLEMS.photos_ids), each: true })
  @IsString({ ...says(PHOTO_PROBLEMS.photos_ids), each: true })
  @ArrayMaxSize(LIMITS.photosMax, says(PHOTO_PROBLEMS.photos_length, { max: LIMITS.photosMax }))
  @IsArray(says(PHOTO_PROBLEMS.photos_list))
  photos?: string[];

  @Doc(
    'What was measured, by the id of the measure. A value of a measure that does not exist any more is left out.',
    { type: 'object', additionalProperties: { type: 'number' }, maxProperties: MEASURE_LIMITS.allMax },
  )
  @MayBeAbsent()
  @IsMeasured(says(MEASURE_PROBLEMS.measures_values))
  measures?: Measured;

  @MayBeAbsent()
  @OneLine()
  @MaxLength(LIMITS.weatherMax, says(JOURNAL_PROBLEMS.weather_length, { max: LIMITS.weatherMax }))
  @IsString(says(JOURNAL_PROBLEMS.weather_text))
  weatherData?: string;

  @MayBeAbsent()
  @IsIn(WEATHER_STATUSES, says(JOURNAL_PROBLEMS.weather_status, { statuses: WEATHER_STATUSES.join(', ') }))
  weatherStatus?: WeatherStatus;

  @Doc('Degrees Celsius.')
  @MayBeAbsent()
  @Max(LIMITS.temperatureMax, TEMPERATURE_RANGE)
  @Min(LIMITS.temperatureMin, TEMPERATURE_RANGE)
  @IsNumber({}, says(JOURNAL_PROBLEMS.temperature_number))
  temperature?: number;

  @Doc('If true, this entry is never sent to a language model. Defaults to false.')
  @MayBeAbsent()
  @IsBoolean(says(JOURNAL_PROBLEMS.never_send_boolean))
  neverSendToAi?: boolean;

  @Doc(
    'If true, the entry is a check-in: `content` may be empty, and then a mood is required. Without effect if there is content. Defaults to false.',
  )
  @MayBeAbsent()
  @IsBoolean(says(JOURNAL_PROBLEMS.check_in_boolean))
  checkIn?: boolean;

  @Doc('If true, a script has set these values for the whole day: see PUT /measures/{id}/days/{day}.')
  @MayBeAbsent()
  @IsBoolean(says(MEASURE_PROBLEMS.of_day_boolean))
  ofDay?: boolean;

  @IsMoment(says(JOURNAL_PROBLEMS.created_at_invalid))
  createdAt: string;

  @MayBeAbsent()
  @IsDay(says(JOURNAL_PROBLEMS.day_invalid))
  day?: string;

  @MayBeAbsent()
  @IsMoment(says(JOURNAL_PROBLEMS.updated_at_invalid))
  updatedAt?: string;
}
