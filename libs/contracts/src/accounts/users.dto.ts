import { type Language, LANGUAGE_TAGS } from '@inner-weather/languages/languages';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsEmail,
  IsString,
  Length,
  Matches,
  MaxLength,
  MinLength,
} from 'class-validator';
import { IsChosenPlace } from '../weather/chosen-place.js';
import { LIMITS } from '@inner-weather/domain/limits';
import { SessionUserDto } from './sessions.dto.js';
import { TokenDto } from './sign-in.dto.js';
import {
  HasNoRepeats,
  IsLanguage,
  IsNotBlank,
  IsOneLine,
  IsVisible,
  IsTimeZoneName,
  MayBeAbsent,
  MayBeAbsentOrNull,
  NormalizeEmail,
  Trim,
} from '../validation/validators.js';

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
  @IsVisible('Name')
  @Length(1, LIMITS.nameMax, { message: `Name must have 1 to ${LIMITS.nameMax} characters` })
  @IsOneLine('Name')
  @IsString({ message: 'Name must be text' })
  firstName?: string;

  @ApiPropertyOptional({ minLength: 1, maxLength: LIMITS.nameMax })
  @MayBeAbsent()
  @Trim()
  @IsVisible('Last Name')
  @Length(1, LIMITS.nameMax, { message: `Last Name must have 1 to ${LIMITS.nameMax} characters` })
  @IsOneLine('Last Name')
  @IsString({ message: 'Last Name must be text' })
  lastName?: string;

  @ApiPropertyOptional({ minLength: 1, maxLength: LIMITS.locationMax, description: 'The name of a city.' })
  @MayBeAbsent()
  @Trim()
  @IsVisible('Location')
  @Length(1, LIMITS.locationMax, { message: `Location must have 1 to ${LIMITS.locationMax} characters` })
  @IsOneLine('Location')
  @IsString({ message: 'Location must be text' })
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
  @IsTimeZoneName({ message: 'Time zone must be a known one, such as Europe/Lisbon' })
  timeZone?: string | null;

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
  @NormalizeEmail()
  @MaxLength(LIMITS.emailMax, { message: `Email must have at most ${LIMITS.emailMax} characters` })
  @IsEmail({}, { message: 'Email must be a valid email address' })
  email?: string;

  @ApiPropertyOptional({
    minLength: LIMITS.passwordMinSignup,
    maxLength: LIMITS.passwordMax,
    format: 'password',
    description: 'A new password. All other sessions of the account end.',
  })
  @MayBeAbsent()
  @MaxLength(LIMITS.passwordMax, { message: `Password must have at most ${LIMITS.passwordMax} characters` })
  @MinLength(LIMITS.passwordMinSignup, {
    message: `Password must have at least ${LIMITS.passwordMinSignup} characters`,
  })
  @IsString({ message: 'Password must be text' })
  password?: string;

  @ApiPropertyOptional({ maxLength: LIMITS.passwordMax, format: 'password' })
  @MayBeAbsent()
  @MaxLength(LIMITS.passwordMax, { message: 'Current password is wrong' })
  @IsNotBlank('Current password')
  @IsString({ message: 'Current password must be text' })
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
  @Matches(RECIPIENT, { each: true, message: 'aiConsent must contain only names' })
  @Length(1, LIMITS.recipientMax, { each: true, message: 'aiConsent must contain only names' })
  @IsString({ each: true, message: 'aiConsent must contain only names' })
  @HasNoRepeats({ message: 'aiConsent must not contain duplicates' })
  @ArrayMaxSize(LIMITS.aiConsentMax, { message: `aiConsent must have at most ${LIMITS.aiConsentMax} names` })
  @IsArray({ message: 'aiConsent must be a list' })
  aiConsent?: string[];
}

/** DELETE /user/me. */
export class DeleteAccountDto {
  @ApiProperty({ minLength: 1, maxLength: LIMITS.passwordMax, format: 'password' })
  @IsString({ message: 'Current password must be text' })
  @IsNotBlank('Current password')
  @MaxLength(LIMITS.passwordMax, { message: 'Current password is wrong' })
  currentPassword: string;
}

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

  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

/** The response to a PATCH /user/me that changes the contents of the token. */
export class RenewedUserDto extends TokenDto {
  @ApiProperty({ type: UserDto })
  user: UserDto;
}
