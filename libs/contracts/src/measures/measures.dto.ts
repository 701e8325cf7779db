import { OWN_ID_PATTERN } from '@inner-weather/domain/own-lists/own-lists';
import {
  ASKED_ON,
  type AskedOn,
  DAY_SUMS,
  type DaySumKind,
  MEASURE_KINDS,
  MEASURE_LIMITS,
  type MeasureKind,
} from '@inner-weather/domain/measures/measures';
import { LIMITS } from '@inner-weather/domain/limits';
import { MEASURE_PROBLEMS } from '@inner-weather/domain/problems/measure-problems';
import { WEATHER_KINDS, type WeatherKind } from '@inner-weather/domain/weather/skies';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsNumber, IsString, Matches } from 'class-validator';
import { COUNT, DAY, Doc, NULLABLE } from '../validation/documented.js';
import {
  HasNoRepeats,
  IsVisible,
  Length,
  MaxLength,
  MayBeNull,
  OneLine,
  says,
} from '../validation/validators.js';

const oneOf = (values: readonly string[]) => ({ values: values.join(', ') });

/** PUT /measures/{id}. */
export class MeasureFields {
  @Doc({ example: 'Sleep' })
  @OneLine()
  @IsVisible(says(MEASURE_PROBLEMS.measure_name_empty))
  @Length(
    1,
    MEASURE_LIMITS.nameMax,
    says(MEASURE_PROBLEMS.measure_name_length, { max: MEASURE_LIMITS.nameMax }),
  )
  @IsString(says(MEASURE_PROBLEMS.measure_name_text))
  name: string;

  @Doc(
    'What its values are: 1 for yes and 0 for no; a number; 1 to 5; 0 to 10; a duration in minutes, up to a day; minutes after midnight. It stays as it is created.',
  )
  @IsIn(MEASURE_KINDS, says(MEASURE_PROBLEMS.measure_kind, oneOf(MEASURE_KINDS)))
  kind: MeasureKind;

  @Doc('Of a `number`. Empty: none.', { example: 'mg' })
  @OneLine()
  @MaxLength(
    MEASURE_LIMITS.unitMax,
    says(MEASURE_PROBLEMS.measure_unit_length, { max: MEASURE_LIMITS.unitMax }),
  )
  @IsString(says(MEASURE_PROBLEMS.measure_unit_text))
  unit: string;

  @Doc('An emoji, or the name of a picture of the page.', { example: 'moon' })
  @OneLine()
  @Length(
    1,
    MEASURE_LIMITS.pictureMax,
    says(MEASURE_PROBLEMS.measure_picture_length, { max: MEASURE_LIMITS.pictureMax }),
  )
  @IsString(says(MEASURE_PROBLEMS.measure_picture_text))
  picture: string;

  @Doc('How a day with several values is summed up.')
  @IsIn(DAY_SUMS, says(MEASURE_PROBLEMS.measure_day_sum, oneOf(DAY_SUMS)))
  daySum: DaySumKind;

  @Doc('On which days the page asks for it.')
  @IsIn(ASKED_ON, says(MEASURE_PROBLEMS.measure_asked, oneOf(ASKED_ON)))
  askedOn: AskedOn;

  @Doc('An archived measure is not asked for. Its values stay.')
  @IsBoolean(says(MEASURE_PROBLEMS.measure_archived))
  archived: boolean;
}

export class MeasureDto extends MeasureFields {
  @Doc({ format: 'uuid' })
  _id: string;
}

/** GET /measures. */
export class MeasuresDto {
  @Doc('In the order in which they are asked for.', { type: [MeasureDto] })
  measures: MeasureDto[];
}

/** PUT /measures. */
export class OrderMeasuresDto {
  @Doc('The ids in their new order. Measures that are not named follow in their present order.')
  @HasNoRepeats(says(MEASURE_PROBLEMS.measure_ids))
  @Matches(OWN_ID_PATTERN, { ...says(MEASURE_PROBLEMS.measure_ids), each: true })
  @ArrayMaxSize(MEASURE_LIMITS.allMax, says(MEASURE_PROBLEMS.measure_ids))
  @IsArray(says(MEASURE_PROBLEMS.measure_ids))
  ids: string[];
}

/** PUT /measures/{id}/days/{day}. */
export class MeasuredDayDto {
  @Doc('Null removes the value that was set for this day.', { type: Number, ...NULLABLE })
  @MayBeNull()
  @IsNumber({}, says(MEASURE_PROBLEMS.measure_value_number))
  value: number | null;
}

/** The values of one measure by day, summed up as the measure says. */
export class MeasuredDaysDto {
  @Doc({ format: 'uuid' })
  _id: string;

  @Doc('The days with a value, in order.', { type: [String], items: { type: 'string', ...DAY } })
  days: string[];

  @Doc('The value of each of these days.', { type: [Number] })
  values: number[];
}

/** GET /measures/days. */
export class MeasuredRangeDto {
  @Doc(DAY)
  from: string;

  @Doc(DAY)
  to: string;

  @Doc('Each measure, also those that are archived, in order.', { type: [MeasuredDaysDto] })
  measures: MeasuredDaysDto[];
}

const ANSWERS = ['stands', 'chance', 'few'] as const;

/** Days on one side of a comparison with the mood. */
export class MoodSideDto {
  @Doc(COUNT)
  days: number;

  @Doc('How many of these days had each step of the mood, from -2 to 2.', { type: [Number] })
  moods: number[];
}

/** A measure and the mood. */
export class WithMoodDto {
  @Doc({ format: 'uuid' })
  measure: string;

  @Doc('0: the mood of the same day. 1: of the day after.', { type: 'integer', enum: [0, 1] })
  later: 0 | 1;

  @Doc(
    'Whether they go together by more than chance (`stands`): correlation of ranks within the same week, beside what shuffled days would show, at most one in twenty of all that are said by chance (Benjamini and Hochberg). `few`: too few days to tell. That they go together does not say that one makes the other.',
    { enum: ANSWERS },
  )
  answer: (typeof ANSWERS)[number];

  @Doc('The correlation, -1 to 1. Null if there are too few days.', { type: Number, ...NULLABLE })
  strength: number | null;

  @Doc(
    'Days are counted below this value, and from it on. It is chosen by the values alone: a round one near their lower quarter. Null if that leaves too few days on a side.',
    { type: Number, ...NULLABLE },
  )
  cut: number | null;

  @Doc({ type: MoodSideDto, ...NULLABLE })
  below: MoodSideDto | null;

  @Doc({ type: MoodSideDto, ...NULLABLE })
  above: MoodSideDto | null;
}

/** Days on one side of a comparison of a measure. */
export class MeasureSideDto {
  @Doc(COUNT)
  days: number;

  @Doc('Half of the days are at or below.', { type: Number })
  median: number;

  @Doc('The share of days, for a measure of yes and no.', { type: Number })
  mean: number;
}

/** A measure that differs on days with a kind of weather, or with a tag. */
export class WithDaysDto {
  @Doc({ format: 'uuid' })
  measure: string;

  @Doc('The kind of weather. Null: it is about a tag.', { enum: WEATHER_KINDS, ...NULLABLE })
  weather: WeatherKind | null;

  @Doc('The tag. Null: it is about weather.', NULLABLE)
  tag: string | null;

  @Doc('0: the measure of the same day. 1: of the day after.', { type: 'integer', enum: [0, 1] })
  later: 0 | 1;

  @Doc()
  with: MeasureSideDto;

  @Doc()
  without: MeasureSideDto;
}

/** GET /measures/together. */
export class TogetherDto {
  @Doc(DAY)
  from: string;

  @Doc(DAY)
  to: string;

  @Doc('How many questions were asked of these days. All of them count in what is called chance.', COUNT)
  asked: number;

  @Doc('Each measure with values in the range, on the same day and the day after.', { type: [WithMoodDto] })
  moods: WithMoodDto[];

  @Doc(
    `Only what goes together by more than chance, with kinds of weather and with the ${LIMITS.statisticsTagsMax} tags that most days have.`,
    { type: [WithDaysDto] },
  )
  days: WithDaysDto[];
}
