import { type Language, LANGUAGE_TAGS } from '@inner-weather/languages/languages';
import { LIMITS } from '@inner-weather/domain/limits';
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import {
  DEVICE_ID_PATTERN,
  type LetterDto,
  type ReminderDeviceDto,
  type RemindersDto,
  SetLetterDto,
  SetRemindersDto,
  SubscribeDto,
  type TestedRemindersDto,
} from '../reminders/reminders.dto.js';
import { IsTimeZoneName, MaxLength } from '../validation/validators.js';
import { UserRequest } from './requests.js';
import { IsId, Nested } from '../validation/fields.js';

/** With what reminders have to know about the account. */
export class AccountRequest extends UserRequest {
  /** Absent: that of the device counts. */
  @IsOptional()
  @IsTimeZoneName()
  timeZone?: string;

  /** Absent: English. */
  @IsOptional()
  @IsIn(LANGUAGE_TAGS)
  language?: Language;

  /** Hours after midnight at which a day ends. Absent: 0. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(LIMITS.dayEndsAtMax)
  dayEndsAt?: number;
}

export class SetRemindersRequest extends AccountRequest {
  @Nested(SetRemindersDto)
  settings: SetRemindersDto;
}

export class SetLetterRequest extends AccountRequest {
  @Nested(SetLetterDto)
  letter: SetLetterDto;
}

export class SubscribeRequest extends UserRequest {
  @Nested(SubscribeDto)
  subscription: SubscribeDto;

  @IsString()
  @MaxLength(300)
  userAgent: string;
}

export class DeviceRequest extends UserRequest {
  @IsString()
  @Matches(DEVICE_ID_PATTERN)
  deviceId: string;
}

export class FeedRequest {
  @IsId()
  secret: string;
}

export class LetterMailRequest {
  /** As a mail about a letter has it in its link. */
  @IsString()
  @MaxLength(200)
  secret: string;
}

/** How the weekly letter of a person is delivered beside the devices. */
export interface LetterDelivery extends Pick<LetterDto, 'on' | 'byMail' | 'wordsInMail'> {
  /** Of the link that ends the mail. Absent: there are no settings, or the service is older than such links. */
  stopSecret?: string;
}

/** The calls to reminders. */
export interface RemindersCalls {
  'reminders.get': { request: AccountRequest; answer: RemindersDto };
  'reminders.set': { request: SetRemindersRequest; answer: RemindersDto };
  'reminders.set-letter': { request: SetLetterRequest; answer: RemindersDto };
  /** For the service that sends mail. */
  'reminders.get-letter': { request: UserRequest; answer: LetterDelivery };
  /** Ends the mail about letters, and nothing else. Can be repeated. */
  'reminders.stop-letter-mail': { request: LetterMailRequest; answer: null };
  'reminders.subscribe': { request: SubscribeRequest; answer: ReminderDeviceDto };
  'reminders.unsubscribe': { request: DeviceRequest; answer: null };
  /** Sends a reminder to every device now. */
  'reminders.test': { request: AccountRequest; answer: TestedRemindersDto };
  /** The secret of a new link; an earlier link ends. */
  'reminders.make-feed': { request: AccountRequest; answer: { secret: string } };
  'reminders.revoke-feed': { request: UserRequest; answer: null };
  /** The calendar (RFC 5545). */
  'reminders.get-feed': { request: FeedRequest; answer: { calendar: string } };
  /** The settings as one event that repeats (RFC 5545), to import once. */
  'reminders.get-calendar-file': { request: AccountRequest; answer: { calendar: string } };
}
