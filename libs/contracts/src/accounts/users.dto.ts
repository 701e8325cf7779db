import { type Language, LANGUAGE_TAGS } from '@inner-weather/languages/languages';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsString, Matches } from 'class-validator';
import { IsChosenPlace } from '../weather/chosen-place.js';
import { DAY_ENDS_AT_MAX } from '@inner-weather/domain/time/local-time';
import { LIMITS } from '@inner-weather/domain/limits';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { CurrentPasswordDto } from './current-password.dto.js';
import { SessionUserDto } from './sessions.dto.js';
import { TokenDto } from './sign-in.dto.js';
import {
  HasNoRepeats,
  IsDayEnd,
  IsEmailAddress,
  IsLanguage,
  IsNotBlank,
  IsOneLine,
  IsTimeZoneName,
  IsVisible,
  Length,
  MaxLength,
  MayBeAbsent,
  MayBeAbsentOrNull,
  MinLength,
  Trim,
} from '../validation/validators.js';
import { says } from '../validation/says.js';

/** `gemini`, or the host and optional port of an OpenAI-compatible server. */
const RECIPIENT = /^[a-z0-9.:[\]_-]+$/;

/**
 * PATCH /user/me: absent fields are not changed. A new email or password needs `currentPassword`. If the installation
 * sends mail, a new email takes effect once it is confirmed.
 */
export class UpdateUserDto {
  @ApiPropertyOptional({ minLength: 1, maxLength: LIMITS.nameMax })
  @MayBeAbsent()
  @Trim()
  @IsVisible(says(ACCOUNT_PROBLEMS.name_empty))
  @Length(1, LIMITS.nameMax, says(ACCOUNT_PROBLEMS.name_length, { max: LIMITS.nameMax }))
  @IsOneLine(says(ACCOUNT_PROBLEMS.name_one_line))
  @IsString(says(ACCOUNT_PROBLEMS.name_text))
  firstName?: string;

  @ApiPropertyOptional({ minLength: 1, maxLength: LIMITS.nameMax })
  @MayBeAbsent()
  @Trim()
  @IsVisible(says(ACCOUNT_PROBLEMS.last_name_empty))
  @Length(1, LIMITS.nameMax, says(ACCOUNT_PROBLEMS.last_name_length, { max: LIMITS.nameMax }))
  @IsOneLine(says(ACCOUNT_PROBLEMS.last_name_one_line))
  @IsString(says(ACCOUNT_PROBLEMS.last_name_text))
  lastName?: string;

  @ApiPropertyOptional({ minLength: 1, maxLength: LIMITS.locationMax, description: 'The name of a city.' })
  @MayBeAbsent()
  @Trim()
  @IsVisible(says(JOURNAL_PROBLEMS.location_empty))
  @Length(1, LIMITS.locationMax, says(JOURNAL_PROBLEMS.location_length, { max: LIMITS.locationMax }))
  @IsOneLine(says(JOURNAL_PROBLEMS.location_one_line))
  @IsString(says(JOURNAL_PROBLEMS.location_text))
  location?: string;

  @IsChosenPlace()
  place?: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: LIMITS.timeZoneMax,
    example: 'Europe/Lisbon',
    description: 'An IANA time zone, in which days begin and end. Null: that of the device in use.',
  })
  @MayBeAbsentOrNull()
  @IsTimeZoneName(says(ACCOUNT_PROBLEMS.time_zone_unknown))
  timeZone?: string | null;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: DAY_ENDS_AT_MAX,
    example: 3,
    description:
      'The full hour on local clocks at which the days of the person end: 0 is midnight. It counts for entries that are written, moved or imported from now on; others keep their day.',
  })
  @MayBeAbsent()
  @IsDayEnd()
  dayEndsAt?: number;

  @ApiPropertyOptional({
    enum: LANGUAGE_TAGS,
    example: 'pt-BR',
    description: 'The language of the page, mails and new insights.',
  })
  @MayBeAbsent()
  @IsLanguage()
  language?: Language;

  @ApiPropertyOptional({ format: 'email', maxLength: LIMITS.emailMax })
  @MayBeAbsent()
  @IsEmailAddress()
  email?: string;

  @ApiPropertyOptional({
    minLength: LIMITS.passwordMinSignup,
    maxLength: LIMITS.passwordMax,
    format: 'password',
    description: 'A new password. All other sessions of the account end.',
  })
  @MayBeAbsent()
  @MaxLength(LIMITS.passwordMax, says(ACCOUNT_PROBLEMS.password_long, { max: LIMITS.passwordMax }))
  @MinLength(
    LIMITS.passwordMinSignup,
    says(ACCOUNT_PROBLEMS.password_short, { min: LIMITS.passwordMinSignup }),
  )
  @IsString(says(ACCOUNT_PROBLEMS.password_text))
  password?: string;

  @ApiPropertyOptional({ maxLength: LIMITS.passwordMax, format: 'password' })
  @MayBeAbsent()
  @MaxLength(LIMITS.passwordMax, says(ACCOUNT_PROBLEMS.current_password_wrong))
  @IsNotBlank(says(ACCOUNT_PROBLEMS.current_password_empty))
  @IsString(says(ACCOUNT_PROBLEMS.current_password_text))
  currentPassword?: string;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: LIMITS.recipientMax, pattern: RECIPIENT.source },
    maxItems: LIMITS.aiConsentMax,
    uniqueItems: true,
    example: ['gemini'],
    description:
      'The outside language models to which entries may be sent when the person requests an insight, as named by GET /about. An empty list withdraws all consent.',
  })
  @MayBeAbsent()
  @Matches(RECIPIENT, { ...says(ACCOUNT_PROBLEMS.ai_consent_names), each: true })
  @Length(1, LIMITS.recipientMax, { ...says(ACCOUNT_PROBLEMS.ai_consent_names), each: true })
  @IsString({ ...says(ACCOUNT_PROBLEMS.ai_consent_names), each: true })
  @HasNoRepeats(says(ACCOUNT_PROBLEMS.ai_consent_duplicates))
  @ArrayMaxSize(LIMITS.aiConsentMax, says(ACCOUNT_PROBLEMS.ai_consent_length, { max: LIMITS.aiConsentMax }))
  @IsArray(says(ACCOUNT_PROBLEMS.ai_consent_list))
  aiConsent?: string[];
}

/** DELETE /user/me. */
export class DeleteAccountDto extends CurrentPasswordDto {}

/** GET /user/me. */
export class UserDto extends SessionUserDto {
  @ApiProperty({ example: 'Silva' })
  lastName: string;

  @ApiProperty({
    type: [String],
    example: ['gemini'],
    description:
      'The outside language models to which entries may be sent when the person requests an insight.',
  })
  aiConsent: string[];

  @ApiProperty({ description: 'Whether the person administers the installation, and may invite others.' })
  isAdmin: boolean;

  @ApiPropertyOptional({
    format: 'email',
    description:
      'A new address that replaces `email` once the person has confirmed it with the link that was sent to it.',
  })
  newEmail?: string;

  @ApiProperty({
    description: 'Whether the account has a password. People who sign in at a provider may have none.',
  })
  hasPassword: boolean;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

/** The response to a PATCH /user/me that changes the contents of the token. */
export class RenewedUserDto extends TokenDto {
  @ApiProperty({ type: UserDto })
  user: UserDto;
}
