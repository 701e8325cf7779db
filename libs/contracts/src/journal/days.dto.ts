import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { LIMITS } from '@inner-weather/domain/limits';
import { type Difference, DIFFERENCES, YEARS } from '@inner-weather/domain/statistics/mood-days';
import { WEATHER_KINDS, type WeatherKind } from '@inner-weather/domain/weather/skies';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { IsDay, IsTimeZoneName, MayBeAbsent, says, UNUSED_ZONE } from '../validation/validators.js';
import { COUNT, DAY, Doc } from '../validation/documented.js';

/** The description of groups by weather, in statistics and their comparison. */
export const WEATHER_GROUPS =
  'By kind of weather. The last one, `other`, is of weather in words of no known kind; it is compared with none.';

const score = { type: 'number' as const, minimum: -2, maximum: 2, nullable: true };

/** GET /journal/days. */
export class ListDaysDto {
  @Doc({ example: 2026 })
  @Type(() => Number)
  @Max(YEARS.max, says(JOURNAL_PROBLEMS.year_max, { max: YEARS.max }))
  @Min(YEARS.min, says(JOURNAL_PROBLEMS.year_min, { min: YEARS.min }))
  @IsInt(says(JOURNAL_PROBLEMS.year_integer))
  year: number;

  @Doc(UNUSED_ZONE, { deprecated: true, example: 'Europe/Lisbon' })
  @MayBeAbsent()
  @IsTimeZoneName(says(JOURNAL_PROBLEMS.tz_unknown))
  tz?: string;
}

/** GET /journal/statistics. Both days are included. */
export class GetStatisticsDto {
  @Doc({ example: '2026-01-01' })
  @IsDay(says(JOURNAL_PROBLEMS.from_invalid))
  from: string;

  @Doc(`Not before \`from\`. The range is at most ${LIMITS.statisticsDaysMax} days, which is ten years.`, {
    example: '2026-12-31',
  })
  @IsDay(says(JOURNAL_PROBLEMS.to_invalid))
  to: string;

  @Doc(UNUSED_ZONE, { deprecated: true, example: 'Europe/Lisbon' })
  @MayBeAbsent()
  @IsTimeZoneName(says(JOURNAL_PROBLEMS.tz_unknown))
  tz?: string;
}

export class MoodCountDto {
  @Doc('One of the six, or the name of a mood of one’s own.', { example: 'Happy' })
  mood: string;

  @Doc('How many entries have this mood.', COUNT)
  entries: number;
}

/** A day on which something was written. */
export class WrittenDayDto {
  @Doc(DAY)
  day: string;

  @Doc({ ...COUNT, minimum: 1 })
  entries: number;

  @Doc('The moods of that day, in the order of the picker.', { type: [MoodCountDto] })
  moods: MoodCountDto[];

  @Doc('How many entries have a mood in words that are none of these, or none.', COUNT)
  otherMoods: number;

  @Doc(
    "The mean of the day's moods, from -2 (sad, angry) to 2 (very happy). Null if no entry has a mood that counts in averages.",
    { ...score },
  )
  score: number | null;

  @Doc(
    'The kind of weather that most entries of that day have; of several, the latest. `other` is weather in words of no known kind. Null: none.',
    { enum: WEATHER_KINDS, nullable: true },
  )
  sky: WeatherKind | null;

  @Doc('The id of the first photo of that day. Null: none.', { nullable: true })
  photo: string | null;
}

/** The days of a year on which something was written. */
export class DaysDto {
  @Doc({ type: 'integer' })
  year: number;

  @Doc('The day of the first entry of all years.', { format: 'date', nullable: true })
  firstDay: string | null;

  @Doc('The day of the last entry of all years.', { format: 'date', nullable: true })
  lastDay: string | null;

  @Doc('In order. Days without entries are not listed.', { type: [WrittenDayDto] })
  days: WrittenDayDto[];
}

export class DayScoreDto {
  @Doc(DAY)
  day: string;

  @Doc("The mean of the day's moods, from -2 to 2.", { ...score })
  score: number | null;
}

/** How many entries and days have a mood. */
export class MoodDaysDto extends MoodCountDto {
  @Doc('On how many days this mood was chosen.', COUNT)
  days: number;
}

/** Days with something in common, and their moods. A day counts with the mean mood of its entries in the group. */
export class MoodGroupDto {
  @Doc(
    'A weekday by its ISO 8601 number (`1`, Monday, to `7`), an hour (`0` to `23`), a kind of weather (`clear`), or a city or a tag as it was written last.',
  )
  name: string;

  @Doc('How many days with a mood that counts in averages.', { ...COUNT, minimum: 1 })
  days: number;

  @Doc('The mean mood. Null if there are fewer than 3 days.', { ...score })
  mean: number | null;

  @Doc('A quarter of the days are at or below this mood. Null as `mean`.', { ...score })
  low: number | null;

  @Doc('A quarter of the days are at or above this mood. Null as `mean`.', { ...score })
  high: number | null;

  @Doc(
    'Set only if these days differ from the others by more than chance: Cochran-Mantel-Haenszel mean score test within the same four weeks, Holm correction over the groups of the list, at 5 %.',
    { enum: DIFFERENCES, nullable: true },
  )
  differs: Difference | null;
}

/** Days in a row on which something was written. One missing day in the row is forgiven and not counted. */
export class StreaksDto {
  @Doc('The row that still goes on at the end of the range.', COUNT)
  current: number;

  @Doc('The longest row within the range.', COUNT)
  longest: number;
}

/** What can be counted about a range of days. */
export class StatisticsDto {
  @Doc(DAY)
  from: string;

  @Doc(DAY)
  to: string;

  @Doc(COUNT)
  entries: number;

  @Doc('The number of days on which something was written.', COUNT)
  daysWritten: number;

  @Doc()
  streaks: StreaksDto;

  @Doc('Every day on which something was written, in order.', { type: [DayScoreDto] })
  days: DayScoreDto[];

  @Doc(
    'Each of the six and of one’s own moods, in the order of the picker, also those that it does not offer.',
    { type: [MoodDaysDto] },
  )
  moods: MoodDaysDto[];

  @Doc('How many entries have a mood in words that are none of these, or none.', COUNT)
  otherMoods: number;

  @Doc('From Monday to Sunday.', { type: [MoodGroupDto] })
  weekdays: MoodGroupDto[];

  @Doc('From 0 to 23.', { type: [MoodGroupDto] })
  hours: MoodGroupDto[];

  @Doc(WEATHER_GROUPS, { type: [MoodGroupDto] })
  skies: MoodGroupDto[];

  @Doc(`The ${LIMITS.statisticsCitiesMax} cities with the most days, the most first.`, {
    type: [MoodGroupDto],
  })
  cities: MoodGroupDto[];

  @Doc('How many more cities there are.', COUNT)
  otherCities: number;

  @Doc(
    `The ${LIMITS.statisticsTagsMax} tags with the most days, the most first. An entry counts for each of its tags.`,
    { type: [MoodGroupDto] },
  )
  tags: MoodGroupDto[];

  @Doc('How many more tags there are.', COUNT)
  otherTags: number;
}
