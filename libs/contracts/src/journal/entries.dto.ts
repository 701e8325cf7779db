import { IntersectionType, OmitType, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsEmail, IsString } from 'class-validator';
import { IsChosenPlace, IsEmailAddress, IsLimit } from '../validation/fields.js';
import { IsChosenInCheckIn, MayBeAbsentUnlessCheckIn } from './check-in.js';
import { EntryFields } from './entry-fields.js';
import { ENTRY_NAMES } from '@inner-weather/domain/entries/entry-names';
import { LIMITS } from '@inner-weather/domain/limits';
import { MOODS } from '@inner-weather/domain/entries/moods';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import {
  IsDay,
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
  says,
  UNUSED_ZONE,
} from '../validation/validators.js';
import { AnswerType, COUNT, Doc, Documented } from '../validation/documented.js';

/** Fields that the server sets. */
const SET_BY_SERVER = [
  '_id',
  'weatherStatus',
  'temperature',
  'ofDay',
  'createdAt',
  'day',
  'updatedAt',
] as const;

class Writer {
  @Doc("The writer's email address. Must be the one in the token.")
  @IsEmailAddress()
  email: string;
}

/** The mood of a new entry. */
class ChosenMood {
  @Doc(
    `One of ${MOODS.join(', ')}, or a mood in the person's own words. Charts show the six as a scale, and those of GET /moods with their step of it; other words are counted beside them.`,
    { example: 'Happy' },
  )
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
  @Doc(
    'The moment that the entry belongs to, with the UTC offset of the clocks there: from 1900 to now, and at most five minutes ahead. It is answered as `createdAt`, and the weather is that of its hour. It places the entry on its `day`, whoever reads it and wherever: 00:30 on 2 March at +09:00 is on 2 March, or on 1 March if the days of the person end later than that. If absent, a new entry belongs to the moment in which it is saved, and a changed one stays where it is. A changed one also stays where it is if this is the same moment in UTC (Z).',
    { example: '2026-11-20T21:30:00+01:00' },
  )
  @MayBeAbsent()
  @IsNotToCome(says(JOURNAL_PROBLEMS.date_future))
  @IsMoment(says(JOURNAL_PROBLEMS.date_invalid))
  date?: string;
}

class DeviceZone {
  @Doc(
    "The IANA name of the time zone in which the entry is written. It places an entry without a `date` on its `day`. If absent, the time zone of the person's account is used and, without one, UTC.",
    { example: 'Asia/Tokyo' },
  )
  @MayBeAbsent()
  @IsTimeZoneName(says(JOURNAL_PROBLEMS.tz_unknown))
  tz?: string;
}

/** Identifies the city among places with the same name. */
class ChosenPlace {
  @IsChosenPlace()
  place?: string;
}

/** The mood of a changed entry. Whether a check-in needs one depends on the values that it has already. */
class FreeMood {
  @Doc('Free text. It may be blank only as long as the entry has no mood.')
  @NormaliseMood()
  @IsEmptyOrVisible(says(JOURNAL_PROBLEMS.mood_empty))
  @MaxLength(LIMITS.moodMax, says(JOURNAL_PROBLEMS.mood_length, { max: LIMITS.moodMax }))
  @IsString(says(JOURNAL_PROBLEMS.mood_text))
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
  measures: {
    description: 'All values of the entry, by the id of the measure. If absent, they are not changed.',
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
  @Doc("The writer's email address. Must be the one in the token.")
  @NormalizeEmail()
  @IsEmail({}, says(JOURNAL_PROBLEMS.user_reference_invalid))
  userReference: string;

  @Doc({ example: '2026-11-01' })
  @IsDay(says(JOURNAL_PROBLEMS.start_date_invalid))
  startDate: string;

  @Doc({ example: '2026-11-30' })
  @IsDay(says(JOURNAL_PROBLEMS.end_date_invalid))
  endDate: string;

  @Doc(UNUSED_ZONE, { deprecated: true, example: 'Europe/Lisbon' })
  @MayBeAbsent()
  @IsTimeZoneName(says(JOURNAL_PROBLEMS.tz_unknown))
  tz?: string;

  @Doc('Only entries with this tag, in capitals or not.')
  @MayBeAbsent()
  @NormaliseTags()
  @Length(1, LIMITS.tagMax, says(JOURNAL_PROBLEMS.tag_query_length, { max: LIMITS.tagMax }))
  @IsString(says(JOURNAL_PROBLEMS.tag_query_text))
  tag?: string;

  @Doc('The maximum number of entries in one answer. If absent, the answer has the whole range.')
  @MayBeAbsent()
  @Type(() => Number)
  @IsLimit(LIMITS.searchPageMax)
  limit?: number;

  @Doc('The X-Next-Cursor header of the previous page.')
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
  measures: { description: 'What was measured, by the id of the measure. Absent if nothing was.' },
  neverSendToAi: { description: 'If true, this entry is never sent to a language model.' },
  checkIn: { description: 'True for a mood without words, until words follow.' },
  ofDay: {
    description:
      'True if a script has set its values for the whole day: other values of that day do not count beside them (see PUT /measures/{id}/days/{day}). Otherwise absent.',
  },
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
export class EntryDto extends AnswerType(EntryFields, ENTRY_NAMES, [
  'temperature',
  'photos',
  'measures',
  'ofDay',
]) {
  @Doc('True if the stored words cannot be decrypted: `content` and `tags` are empty. Otherwise absent.', {
    type: Boolean,
    required: false,
  })
  unreadable?: true;
}

/** The used and the available storage of a user. */
export class StorageDto {
  @Doc(
    'The bytes that the entries use: their texts, moods and cities in UTF-8, plus 500 bytes per entry.',
    COUNT,
  )
  usedBytes: number;

  @Doc('The storage quota in bytes.', COUNT)
  maxBytes: number;
}

/** A tag and the number of its uses. */
export class TagDto {
  @Doc('As it was written last.')
  tag: string;

  @Doc('How many entries have it.', { type: 'integer', minimum: 1 })
  entries: number;
}

/** GET /journal/tags. */
export class TagsDto {
  @Doc(`The ${LIMITS.tagsListMax} tags that the person uses most, the most used first.`, {
    type: [TagDto],
    maxItems: LIMITS.tagsListMax,
  })
  tags: TagDto[];
}
