import { ApiProperty, ApiPropertyOptional, IntersectionType, OmitType, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsEmail, IsInt, IsString, Max, Min } from 'class-validator';
import { IsChosenPlace } from '../weather/chosen-place.js';
import { IsChosenInCheckIn, MayBeAbsentUnlessCheckIn } from './check-in.js';
import { EntryFields } from './entry-fields.js';
import { ENTRY_NAMES } from '@inner-weather/domain/entries/entry-names';
import { LIMITS } from '@inner-weather/domain/limits';
import { AnswerType, Documented } from '../validation/mapped-types.js';
import { MOODS } from '@inner-weather/domain/entries/moods';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import {
  IsDay,
  IsEmailAddress,
  IsEmptyOrVisible,
  IsMoment,
  IsNotToCome,
  IsTimeZoneName,
  IsVisible,
  Length,
  MaxLength,
  MayBeAbsent,
  NormaliseMood,
  NormaliseTags,
  NormalizeEmail,
  UNUSED_ZONE,
} from '../validation/validators.js';
import { says } from '../validation/says.js';

/** Fields that the server sets. */
const SET_BY_SERVER = ['_id', 'weatherStatus', 'temperature', 'createdAt', 'day', 'updatedAt'] as const;

class Writer {
  @ApiProperty({
    format: 'email',
    maxLength: LIMITS.emailMax,
    description: "The writer's email address. Must be the one in the token.",
  })
  @IsEmailAddress()
  email: string;
}

/** The mood of a new entry. */
class ChosenMood {
  @ApiPropertyOptional({
    minLength: 1,
    maxLength: LIMITS.moodMax,
    example: 'Happy',
    description: `One of ${MOODS.join(', ')}, or a mood in the person's own words. Charts show the six as a scale; an own one is counted beside them.`,
  })
  @MayBeAbsentUnlessCheckIn()
  @NormaliseMood()
  @IsVisible(says(JOURNAL_PROBLEMS.mood_empty))
  @Length(1, LIMITS.moodMax, says(JOURNAL_PROBLEMS.mood_length, { max: LIMITS.moodMax }))
  @IsString(says(JOURNAL_PROBLEMS.mood_text))
  @IsChosenInCheckIn(says(JOURNAL_PROBLEMS.check_in_mood))
  inputMood?: string;
}

/** The moment that an entry belongs to. */
class ChosenMoment {
  @ApiPropertyOptional({
    format: 'date-time',
    example: '2026-11-20T21:30:00+01:00',
    description:
      'The moment that the entry belongs to, with the UTC offset of the clocks there: from 1900 to now, and at most five minutes ahead. It is answered as `createdAt`, and the weather is that of its hour. It places the entry on its `day`, whoever reads it and wherever: 00:30 on 2 March at +09:00 is on 2 March, or on 1 March if the days of the person end later than that. If absent, a new entry belongs to the moment in which it is saved, and a changed one stays where it is. A changed one also stays where it is if this is the same moment in UTC (Z).',
  })
  @MayBeAbsent()
  @IsNotToCome(says(JOURNAL_PROBLEMS.date_future))
  @IsMoment(says(JOURNAL_PROBLEMS.date_invalid))
  date?: string;
}

class DeviceZone {
  @ApiPropertyOptional({
    description:
      "The IANA name of the time zone in which the entry is written. It places an entry without a `date` on its `day`. If absent, the time zone of the person's account is used and, without one, UTC.",
    example: 'Asia/Tokyo',
  })
  @MayBeAbsent()
  @IsTimeZoneName(says(JOURNAL_PROBLEMS.tz_unknown))
  tz?: string;
}

/** Identifies the city among places with the same name. */
class ChosenPlace {
  @IsChosenPlace()
  place?: string;
}

/** The mood of a changed entry. */
class FreeMood {
  @ApiProperty({
    maxLength: LIMITS.moodMax,
    description: 'Free text. It may be blank only as long as the entry has no mood.',
  })
  @NormaliseMood()
  @IsEmptyOrVisible(says(JOURNAL_PROBLEMS.mood_empty))
  @MaxLength(LIMITS.moodMax, says(JOURNAL_PROBLEMS.mood_length, { max: LIMITS.moodMax }))
  @IsString(says(JOURNAL_PROBLEMS.mood_text))
  @IsChosenInCheckIn(says(JOURNAL_PROBLEMS.check_in_mood))
  inputMood: string;
}

// The two classes below have their own rules for the mood. The mood stays between the same fields, since problems are
// reported in the order of the fields.

/** POST /journal/new. */
@Documented<CreateEntryDto>({
  location: { example: 'Porto' },
  weatherData: {
    description:
      'The weather condition as text, if the client already knows it. If absent, the server looks up the weather.',
  },
})
export class CreateEntryDto extends IntersectionType(
  Writer,
  PickType(EntryFields, ['content']),
  ChosenMood,
  OmitType(EntryFields, ['content', 'inputMood', ...SET_BY_SERVER]),
  ChosenPlace,
  ChosenMoment,
  DeviceZone,
) {}

/** PUT /journal/update/{id}. */
@Documented<UpdateEntryDto>({
  location: {
    description:
      'The name of a city. If it changes, the weather at the new city in the hour of the entry is looked up.',
  },
  tags: { description: 'All tags of the entry. If absent, the tags are not changed.' },
  photos: {
    description:
      'The ids of all photos of the entry, in their order. If absent, the photos are not changed. Those that are left out are deleted.',
  },
  neverSendToAi: {
    description:
      'If true, this entry is never sent to a language model. If absent, the setting is not changed.',
  },
  checkIn: {
    description:
      'If true, `content` may be empty as long as the entry is a check-in. With content, the entry stops being one.',
  },
})
export class UpdateEntryDto extends IntersectionType(
  PickType(EntryFields, ['content']),
  FreeMood,
  OmitType(EntryFields, ['content', 'inputMood', 'weatherData', ...SET_BY_SERVER]),
  ChosenPlace,
  ChosenMoment,
) {}

/** GET /journal/search. Both days are included. The day of an entry is its `day`. */
export class SearchEntriesDto {
  @ApiProperty({ format: 'email', description: "The writer's email address. Must be the one in the token." })
  @NormalizeEmail()
  @IsEmail({}, says(JOURNAL_PROBLEMS.user_reference_invalid))
  userReference: string;

  @ApiProperty({ format: 'date', example: '2026-11-01' })
  @IsDay(says(JOURNAL_PROBLEMS.start_date_invalid))
  startDate: string;

  @ApiProperty({ format: 'date', example: '2026-11-30' })
  @IsDay(says(JOURNAL_PROBLEMS.end_date_invalid))
  endDate: string;

  @ApiPropertyOptional({ description: UNUSED_ZONE, deprecated: true, example: 'Europe/Lisbon' })
  @MayBeAbsent()
  @IsTimeZoneName(says(JOURNAL_PROBLEMS.tz_unknown))
  tz?: string;

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: LIMITS.tagMax,
    description: 'Only entries with this tag, in capitals or not.',
  })
  @MayBeAbsent()
  @NormaliseTags()
  @Length(1, LIMITS.tagMax, says(JOURNAL_PROBLEMS.tag_query_length, { max: LIMITS.tagMax }))
  @IsString(says(JOURNAL_PROBLEMS.tag_query_text))
  tag?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: LIMITS.searchPageMax,
    description: 'The maximum number of entries in one answer. If absent, the answer has the whole range.',
  })
  @MayBeAbsent()
  @Type(() => Number)
  @Max(LIMITS.searchPageMax, says(JOURNAL_PROBLEMS.limit_max, { max: LIMITS.searchPageMax }))
  @Min(1, says(JOURNAL_PROBLEMS.limit_min, { min: 1 }))
  @IsInt(says(JOURNAL_PROBLEMS.limit_integer))
  limit?: number;

  @ApiPropertyOptional({
    maxLength: 200,
    description: 'The X-Next-Cursor header of the previous page.',
  })
  @MayBeAbsent()
  @MaxLength(200, says(JOURNAL_PROBLEMS.cursor_invalid))
  @IsString(says(JOURNAL_PROBLEMS.cursor_text))
  cursor?: string;
}

/** An entry in a response. No other stored field is sent. */
@Documented<EntryDto>({
  _id: { description: 'An opaque, stable identifier.' },
  content: { description: 'Empty in a check-in, and in an entry that has only photos.' },
  inputMood: { description: "A mood of the picker, one in own words, or '' if none was chosen." },
  location: { description: 'The name of a city.' },
  weatherData: { description: 'The weather condition as text. Empty while `weatherStatus` is `pending`.' },
  temperature: {
    description:
      'The temperature in that weather, in degrees Celsius. Absent unless `weatherStatus` is `ready`, and where only the condition is known.',
  },
  tags: { description: 'As they were first written. Empty if the entry has none.' },
  photos: { description: 'The ids of its photos, in their order. Absent if the entry has none.' },
  neverSendToAi: { description: 'If true, this entry is never sent to a language model.' },
  checkIn: { description: 'True for a mood without words, until words follow.' },
  createdAt: {
    description:
      'The moment that the entry belongs to: when it was written, or the `date` that was given. It has the UTC offset of the clocks where the entry was written (Z where that is zero), so it begins with the local date and time.',
  },
  day: {
    description:
      'The day to which the entry belongs, by which it is listed, searched and counted: the date in `createdAt`, or the day before it if that had not yet ended for the person when the entry was written.',
  },
  updatedAt: {
    description:
      'When the writer last changed the entry. Weather that is added later does not count as a change.',
  },
})
export class EntryDto extends AnswerType(EntryFields, ENTRY_NAMES, ['temperature', 'photos']) {
  @ApiPropertyOptional({
    type: Boolean,
    description:
      'True if the stored words cannot be decrypted: `content` and `tags` are empty. Otherwise absent.',
  })
  unreadable?: true;
}
