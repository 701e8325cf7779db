import { ArrayMaxSize, IsArray, IsBoolean, IsString, Matches } from 'class-validator';
import { IsChosenPlace, IsCurrentPassword } from '../validation/fields.js';
import { LIMITS } from '@inner-weather/domain/limits';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { CurrentPasswordDto } from './current-password.dto.js';
import { SignUpDto } from './registration.dto.js';
import { SessionUserDto } from './sessions.dto.js';
import { TokenDto } from './sign-in.dto.js';
import {
  HasNoRepeats,
  IsDayEnd,
  IsTimeZoneName,
  Length,
  MayBeAbsent,
  MayBeAbsentOrNull,
  says,
} from '../validation/validators.js';
import { Doc, Documented, OptionalType, TIME } from '../validation/documented.js';

/** `gemini`, or the host and optional port of an OpenAI-compatible server. */
const RECIPIENT = /^[a-z0-9.:[\]_-]+$/;

/**
 * PATCH /user/me: absent fields are not changed. A new email or password needs `currentPassword`. If the installation
 * sends mail, a new email takes effect once it is confirmed.
 */
@Documented<UpdateUserDto>({
  language: { description: 'The language of the page, mails and new insights.' },
  password: { description: 'A new password. All other sessions of the account end.' },
})
export class UpdateUserDto extends OptionalType(SignUpDto, [
  'firstName',
  'lastName',
  'location',
  'language',
  'email',
  'password',
]) {
  @IsChosenPlace()
  place?: string;

  @Doc('An IANA time zone, in which days begin and end. Null: that of the device in use.', {
    nullable: true,
    example: 'Europe/Lisbon',
  })
  @MayBeAbsentOrNull()
  @IsTimeZoneName(says(ACCOUNT_PROBLEMS.time_zone_unknown))
  timeZone?: string | null;

  @Doc(
    'The full hour on local clocks at which the days of the person end: 0 is midnight. It counts for entries that are written, moved or imported from now on; others keep their day.',
    { example: 3 },
  )
  @MayBeAbsent()
  @IsDayEnd()
  dayEndsAt?: number;

  @Doc({ format: 'password' })
  @MayBeAbsent()
  @IsCurrentPassword()
  currentPassword?: string;

  @Doc(
    'The outside language models to which entries may be sent when the person requests an insight, as named by GET /about. An empty list withdraws all consent.',
    { example: ['gemini'] },
  )
  @MayBeAbsent()
  @Matches(RECIPIENT, { ...says(ACCOUNT_PROBLEMS.ai_consent_names), each: true })
  @Length(1, LIMITS.recipientMax, { ...says(ACCOUNT_PROBLEMS.ai_consent_names), each: true })
  @IsString({ ...says(ACCOUNT_PROBLEMS.ai_consent_names), each: true })
  @HasNoRepeats(says(ACCOUNT_PROBLEMS.ai_consent_duplicates))
  @ArrayMaxSize(LIMITS.aiConsentMax, says(ACCOUNT_PROBLEMS.ai_consent_length, { max: LIMITS.aiConsentMax }))
  @IsArray(says(ACCOUNT_PROBLEMS.ai_consent_list))
  aiConsent?: string[];

  @Doc(
    'Whether the figures of what the person measures may be sent along to these models. A request that changes `aiConsent` and leaves this out turns it off.',
    { example: true },
  )
  @MayBeAbsent()
  @IsBoolean(says(ACCOUNT_PROBLEMS.measures_to_ai_boolean))
  measuresToAi?: boolean;
}

/** DELETE /user/me. */
export class DeleteAccountDto extends CurrentPasswordDto {}

/** GET /user/me. */
export class UserDto extends SessionUserDto {
  @Doc({ example: 'Silva' })
  lastName: string;

  @Doc('The outside language models to which entries may be sent when the person requests an insight.', {
    type: [String],
    example: ['gemini'],
  })
  aiConsent: string[];

  @Doc('Whether the figures of what the person measures may be sent along to these models.')
  measuresToAi: boolean;

  @Doc('Whether the person administers the installation, and may invite others.')
  isAdmin: boolean;

  @Doc(
    'A new address that replaces `email` once the person has confirmed it with the link that was sent to it.',
    { format: 'email', required: false },
  )
  newEmail?: string;

  @Doc('Whether the account has a password. People who sign in at a provider may have none.')
  hasPassword: boolean;

  @Doc(TIME)
  createdAt: string;
}

/** GET /user/me/device-key. */
export class DeviceKeyDto {
  @Doc('32 bytes in base64url, always the same for an account.', {
    example: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA',
  })
  secret: string;
}

/** The response to a PATCH /user/me that changes the contents of the token. */
export class RenewedUserDto extends TokenDto {
  @Doc({ type: UserDto })
  user: UserDto;
}
