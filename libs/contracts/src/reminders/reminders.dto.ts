import { TEMPLATE_PATTERN } from '@inner-weather/domain/beginnings/beginnings';
import { LIMITS } from '@inner-weather/domain/limits';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { BEGINNING_PROBLEMS } from '@inner-weather/domain/problems/beginning-problems';
import { REMINDER_PROBLEMS } from '@inner-weather/domain/problems/reminder-problems';
import { PickType } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsString,
  Matches,
  Max,
  Min,
} from 'class-validator';
import {
  HasNoRepeats,
  IsTimeZoneName,
  IsValid,
  MaxLength,
  MayBeAbsent,
  MayBeAbsentOrNull,
  says,
} from '../validation/validators.js';
import { Doc, NULLABLE, TIME, TIME_OR_NULL } from '../validation/documented.js';

/** A local minute, HH:mm. */
const TIME_PATTERN = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** The id of a device: the SHA-256 of the user's id, a blank and the endpoint, in base64url. */
export const DEVICE_ID_PATTERN = /^[\w-]{43}$/;

/** PUT /reminders. */
export class SetRemindersDto {
  @Doc('Whether there are reminders, on devices and in the calendar.')
  @IsBoolean(says(REMINDER_PROBLEMS.on_boolean))
  on: boolean;

  @Doc('The local time, HH:mm.', { example: '21:00' })
  @Matches(TIME_PATTERN, says(REMINDER_PROBLEMS.time_invalid))
  @IsString(says(REMINDER_PROBLEMS.time_invalid))
  time: string;

  @Doc(
    'ISO weekdays, 1 is Monday. If the day of the account ends after midnight, a time before that end belongs to the day before.',
    { example: [1, 2, 3, 4, 5] },
  )
  @Max(7, { ...says(REMINDER_PROBLEMS.weekdays_invalid), each: true })
  @Min(1, { ...says(REMINDER_PROBLEMS.weekdays_invalid), each: true })
  @IsInt({ ...says(REMINDER_PROBLEMS.weekdays_invalid), each: true })
  @HasNoRepeats(says(REMINDER_PROBLEMS.weekdays_invalid))
  @ArrayMaxSize(7, says(REMINDER_PROBLEMS.weekdays_invalid))
  @ArrayMinSize(1, says(REMINDER_PROBLEMS.weekdays_invalid))
  @IsArray(says(REMINDER_PROBLEMS.weekdays_invalid))
  weekdays: number[];

  @Doc('The IANA time zone of the device. It counts if the account has none.', { example: 'Europe/Lisbon' })
  @MayBeAbsent()
  @IsTimeZoneName(says(ACCOUNT_PROBLEMS.time_zone_unknown))
  timeZone?: string;

  @Doc(
    'The template with which it opens the form: the id of one of mine, or the name of one of this product. Null: none. Absent: as before.',
    { ...NULLABLE, example: 'three-good-things' },
  )
  @MayBeAbsentOrNull()
  @Matches(TEMPLATE_PATTERN, says(BEGINNING_PROBLEMS.template_unknown))
  @IsString(says(BEGINNING_PROBLEMS.template_unknown))
  template?: string | null;
}

/** PUT /reminders/letter: an insight of the last seven days that is written by itself, once a week. */
export class SetLetterDto extends PickType(SetRemindersDto, ['time', 'timeZone']) {
  @Doc('Whether there is a letter each week.')
  @IsBoolean(says(REMINDER_PROBLEMS.on_boolean))
  on: boolean;

  @Doc(
    'The ISO weekday, 1 is Monday. If the day of the account ends after midnight, a time before that end belongs to the day before.',
    { example: 7 },
  )
  @Max(7, says(REMINDER_PROBLEMS.weekday_invalid))
  @Min(1, says(REMINDER_PROBLEMS.weekday_invalid))
  @IsInt(says(REMINDER_PROBLEMS.weekday_invalid))
  weekday: number;

  @Doc(
    'Whether a mail says that it is there. It is sent if this installation sends mail and the address is confirmed.',
  )
  @IsBoolean(says(REMINDER_PROBLEMS.by_mail_boolean))
  byMail: boolean;

  @Doc('Whether the mail has the text of the letter, which may quote entries. Otherwise it has a link only.')
  @IsBoolean(says(REMINDER_PROBLEMS.words_in_mail_boolean))
  wordsInMail: boolean;
}

/** POST /reminders/letter-mail/{secret}. */
export class LetterMailDto extends PickType(SetLetterDto, ['byMail']) {}

/** The letter each week, as GET /reminders answers it. */
export class LetterDto extends SetLetterDto {
  @Doc('The time zone that counts.', { example: 'Europe/Lisbon' })
  declare timeZone: string;

  @Doc('When the next one is written. There is none if nothing was written in its seven days.', TIME_OR_NULL)
  nextAt: string | null;
}

/** The keys of a subscription, as the browser's PushSubscription has them. */
export class SubscriptionKeysDto {
  @Doc('A P-256 public key in base64url.')
  @Matches(/^[\w-]{87}=?$/, says(REMINDER_PROBLEMS.subscription_keys_invalid))
  @IsString(says(REMINDER_PROBLEMS.subscription_keys_invalid))
  p256dh: string;

  @Doc('16 bytes in base64url.')
  @Matches(/^[\w-]{22}(?:==)?$/, says(REMINDER_PROBLEMS.subscription_keys_invalid))
  @IsString(says(REMINDER_PROBLEMS.subscription_keys_invalid))
  auth: string;
}

/** POST /reminders/subscriptions: a browser's PushSubscription. */
export class SubscribeDto {
  @Doc('An https address of a known push service.', { format: 'uri' })
  @MaxLength(LIMITS.endpointMax, says(REMINDER_PROBLEMS.endpoint_length, { max: LIMITS.endpointMax }))
  @IsString(says(REMINDER_PROBLEMS.endpoint_text))
  endpoint: string;

  @Doc({ type: SubscriptionKeysDto })
  @IsValid(SubscriptionKeysDto, says(REMINDER_PROBLEMS.subscription_keys_invalid))
  keys: SubscriptionKeysDto;
}

/** A device that is reminded. */
export class ReminderDeviceDto {
  @Doc("The SHA-256 of the user's id, a blank and the endpoint, in base64url.", {
    pattern: DEVICE_ID_PATTERN.source,
  })
  id: string;

  @Doc('Browser and operating system in English.', { example: 'Firefox on Linux' })
  device: string;

  @Doc({ example: 'Firefox', required: false })
  browser?: string;

  @Doc({ example: 'Linux', required: false })
  system?: string;

  @Doc(TIME)
  createdAt: string;

  @Doc('When its push service last accepted a reminder.', TIME_OR_NULL)
  lastSuccessAt: string | null;
}

/** GET /reminders. */
export class RemindersDto extends SetRemindersDto {
  @Doc('The time zone that counts.', { example: 'Europe/Lisbon' })
  declare timeZone: string;

  @Doc('The template with which it opens the form.', NULLABLE)
  declare template: string | null;

  @Doc('The next reminder. It does not come if something is written before.', TIME_OR_NULL)
  nextAt: string | null;

  @Doc({ type: LetterDto })
  letter: LetterDto;

  @Doc({ type: [ReminderDeviceDto] })
  devices: ReminderDeviceDto[];

  @Doc('Whether there is a link to the calendar.')
  hasFeed: boolean;

  @Doc('The `applicationServerKey` with which a browser subscribes, in base64url.')
  vapidPublicKey: string;
}

/** POST /reminders/test. */
export class TestedRemindersDto {
  @Doc('Devices whose push service accepted it.')
  sent: number;

  @Doc('Devices whose push service failed or refused it.')
  failed: number;

  @Doc('Devices that had ended their subscription, and are removed.')
  ended: number;
}

/** POST /reminders/feed. */
export class ReminderFeedDto {
  @Doc('The secret address of the calendar. It is told only once.', {
    example: '/api/reminders/feed/Zm9v.ics',
  })
  path: string;
}
