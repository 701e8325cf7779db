import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { LIMITS } from '@inner-weather/domain/limits';
import { type Difference, DIFFERENCES, YEARS } from '@inner-weather/domain/statistics/mood-days';
import { type Mood, MOODS } from '@inner-weather/domain/entries/moods';
import { WEATHER_KINDS, type WeatherKind } from '@inner-weather/domain/weather/skies';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { IsDay, IsTimeZoneName, MayBeAbsent, UNUSED_ZONE } from '../validation/validators.js';
import { says } from '../validation/says.js';

const count = { type: 'integer' as const, minimum: 0 };
/** The description of groups by weather, in statistics and their comparison. */
export const WEATHER_GROUPS =
  'By kind of weather. The last one, `other`, is of weather in words of no known kind; it is compared with none.';

const score = { type: 'number' as const, minimum: -2, maximum: 2, nullable: true };

/** GET /journal/days. */
export class ListDaysDto {
  @ApiProperty({ type: 'integer', minimum: YEARS.min, maximum: YEARS.max, example: 2026 })
  @Type(() => Number)
  @Max(YEARS.max, says(JOURNAL_PROBLEMS.year_max, { max: YEARS.max }))
  @Min(YEARS.min, says(JOURNAL_PROBLEMS.year_min, { min: YEARS.min }))
  @IsInt(says(JOURNAL_PROBLEMS.year_integer))
  year: number;

  @ApiPropertyOptional({ description: UNUSED_ZONE, deprecated: true, example: 'Europe/Lisbon' })
  @MayBeAbsent()
  @IsTimeZoneName(says(JOURNAL_PROBLEMS.tz_unknown))
  tz?: string;
}

/** GET /journal/statistics. Both days are included. */
export class GetStatisticsDto {
  @ApiProperty({ format: 'date', example: '2026-01-01' })
  @IsDay(says(JOURNAL_PROBLEMS.from_invalid))
  from: string;

  @ApiProperty({
    format: 'date',
    example: '2026-12-31',
    description: `Not before \`from\`. The range is at most ${LIMITS.statisticsDaysMax} days, which is ten years.`,
  })
  @IsDay(says(JOURNAL_PROBLEMS.to_invalid))
  to: string;

  @ApiPropertyOptional({ description: UNUSED_ZONE, deprecated: true, example: 'Europe/Lisbon' })
  @MayBeAbsent()
  @IsTimeZoneName(says(JOURNAL_PROBLEMS.tz_unknown))
  tz?: string;
}

export class MoodCountDto {
  @ApiProperty({ enum: MOODS })
  mood: Mood;

  @ApiProperty({ ...count, description: 'How many entries have this mood.' })
  entries: number;
}

/** A day on which something was written. */
export class WrittenDayDto {
  @ApiProperty({ format: 'date' })
  day: string;

  @ApiProperty({ ...count, minimum: 1 })
  entries: number;

  @ApiProperty({ type: [MoodCountDto], description: 'The moods of that day, in the order of the picker.' })
  moods: MoodCountDto[];

  @ApiProperty({ ...count, description: 'How many entries have a mood in other words, or none.' })
  otherMoods: number;

  @ApiProperty({
    ...score,
    description:
      "The mean of the day's moods, from -2 (sad, angry) to 2 (very happy). Null if no entry has a mood of the picker.",
  })
  score: number | null;

  @ApiProperty({
    enum: WEATHER_KINDS,
    nullable: true,
    description:
      'The kind of weather that most entries of that day have; of several, the latest. `other` is weather in words of no known kind. Null: none.',
  })
  sky: WeatherKind | null;
}

/** The days of a year on which something was written. */
export class DaysDto {
  @ApiProperty({ type: 'integer' })
  year: number;

  @ApiProperty({
    type: 'string',
    format: 'date',
    nullable: true,
    description: 'The day of the first entry of all years.',
  })
  firstDay: string | null;

  @ApiProperty({
    type: 'string',
    format: 'date',
    nullable: true,
    description: 'The day of the last entry of all years.',
  })
  lastDay: string | null;

  @ApiProperty({ type: [WrittenDayDto], description: 'In order. Days without entries are not listed.' })
  days: WrittenDayDto[];
}

export class DayScoreDto {
  @ApiProperty({ format: 'date' })
  day: string;

  @ApiProperty({ ...score, description: "The mean of the day's moods, from -2 to 2." })
  score: number | null;
}

/** How many entries and days have a mood. */
export class MoodDaysDto extends MoodCountDto {
  @ApiProperty({ ...count, description: 'On how many days this mood was chosen.' })
  days: number;
}

/** Days with something in common, and their moods. A day counts with the mean mood of its entries in the group. */
export class MoodGroupDto {
  @ApiProperty({
    description:
      'A weekday by its ISO 8601 number (`1`, Monday, to `7`), an hour (`0` to `23`), a kind of weather (`clear`), or a city or a tag as it was written last.',
  })
  name: string;

  @ApiProperty({ ...count, minimum: 1, description: 'How many days with a mood of the picker.' })
  days: number;

  @ApiProperty({ ...score, description: 'The mean mood. Null if there are fewer than 3 days.' })
  mean: number | null;

  @ApiProperty({ ...score, description: 'A quarter of the days are at or below this mood. Null as `mean`.' })
  low: number | null;

  @ApiProperty({ ...score, description: 'A quarter of the days are at or above this mood. Null as `mean`.' })
  high: number | null;

  @ApiProperty({
    enum: DIFFERENCES,
    nullable: true,
    description:
      'Set only if these days differ from the others by more than chance: Cochran-Mantel-Haenszel mean score test within the same four weeks, Holm correction over the groups of the list, at 5 %.',
  })
  differs: Difference | null;
}

/** Days in a row on which something was written. One missing day in the row is forgiven and not counted. */
export class StreaksDto {
  @ApiProperty({ ...count, description: 'The row that still goes on at the end of the range.' })
  current: number;

  @ApiProperty({ ...count, description: 'The longest row within the range.' })
  longest: number;
}

/** What can be counted about a range of days. */
export class StatisticsDto {
  @ApiProperty({ format: 'date' })
  from: string;

  @ApiProperty({ format: 'date' })
  to: string;

  @ApiProperty(count)
  entries: number;

  @ApiProperty({ ...count, description: 'The number of days on which something was written.' })
  daysWritten: number;

  @ApiProperty()
  streaks: StreaksDto;

  @ApiProperty({ type: [DayScoreDto], description: 'Every day on which something was written, in order.' })
  days: DayScoreDto[];

  @ApiProperty({ type: [MoodDaysDto], description: 'Every mood of the picker, in its order.' })
  moods: MoodDaysDto[];

  @ApiProperty({ ...count, description: 'How many entries have a mood in other words, or none.' })
  otherMoods: number;

  @ApiProperty({ type: [MoodGroupDto], description: 'From Monday to Sunday.' })
  weekdays: MoodGroupDto[];

  @ApiProperty({ type: [MoodGroupDto], description: 'From 0 to 23.' })
  hours: MoodGroupDto[];

  @ApiProperty({ type: [MoodGroupDto], description: WEATHER_GROUPS })
  skies: MoodGroupDto[];

  @ApiProperty({
    type: [MoodGroupDto],
    description: `The ${LIMITS.statisticsCitiesMax} cities with the most days, the most first.`,
  })
  cities: MoodGroupDto[];

  @ApiProperty({ ...count, description: 'How many more cities there are.' })
  otherCities: number;

  @ApiProperty({
    type: [MoodGroupDto],
    description: `The ${LIMITS.statisticsTagsMax} tags with the most days, the most first. An entry counts for each of its tags.`,
  })
  tags: MoodGroupDto[];

  @ApiProperty({ ...count, description: 'How many more tags there are.' })
  otherTags: number;
}
