import { type Language, LANGUAGE_TAGS } from '@inner-weather/languages/languages';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsEmail, IsString, Length, MaxLength, MinLength } from 'class-validator';
import { IsChosenPlace } from '../weather/chosen-place.js';
import { LIMITS } from '@inner-weather/domain/limits';
import {
  IsLanguage,
  IsVisible,
  IsOneLine,
  MayBeAbsent,
  NormalizeEmail,
  Trim,
} from '../validation/validators.js';

/** Who may sign up: `open` is anyone, `invite` only people with an invitation, `closed` no one. */
export const REGISTRATION_MODES = ['open', 'invite', 'closed'] as const;

export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

/** GET /registration. */
export class RegistrationDto {
  @ApiProperty({
    enum: REGISTRATION_MODES,
    description:
      'Who may sign up. It is `open` until the first account exists. The owner of that account is the administrator.',
  })
  mode: RegistrationMode;

  @ApiProperty({ description: 'Whether this installation can send password reset links by mail.' })
  mail: boolean;
}

/** POST /user/new. The use case checks that both passwords are equal, since the specification gives the error text. */
export class SignUpDto {
  @ApiProperty({ minLength: 1, maxLength: LIMITS.nameMax, example: 'Ana' })
  @Trim()
  @IsVisible('Name')
  @Length(1, LIMITS.nameMax, { message: `Name must have 1 to ${LIMITS.nameMax} characters` })
  @IsOneLine('Name')
  @IsString({ message: 'Name must be text' })
  firstName: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.nameMax, example: 'Silva' })
  @Trim()
  @IsVisible('Last Name')
  @Length(1, LIMITS.nameMax, { message: `Last Name must have 1 to ${LIMITS.nameMax} characters` })
  @IsOneLine('Last Name')
  @IsString({ message: 'Last Name must be text' })
  lastName: string;

  @ApiProperty({
    minLength: 1,
    maxLength: LIMITS.locationMax,
    example: 'Porto',
    description: 'The name of a city.',
  })
  @Trim()
  @IsVisible('Location')
  @Length(1, LIMITS.locationMax, { message: `Location must have 1 to ${LIMITS.locationMax} characters` })
  @IsOneLine('Location')
  @IsString({ message: 'Location must be text' })
  location: string;

  @IsChosenPlace()
  place?: string;

  @ApiPropertyOptional({
    enum: LANGUAGE_TAGS,
    example: 'pt-BR',
    description:
      'The language of the page, mails and insights. Without it, the one that `Accept-Language` prefers, or else English.',
  })
  @MayBeAbsent()
  @IsLanguage()
  language?: Language;

  @ApiProperty({ format: 'email', maxLength: LIMITS.emailMax, example: 'ana@example.org' })
  @NormalizeEmail()
  @MaxLength(LIMITS.emailMax, { message: `Email must have at most ${LIMITS.emailMax} characters` })
  @IsEmail({}, { message: 'Email must be a valid email address' })
  email: string;

  @ApiProperty({ minLength: LIMITS.passwordMinSignup, maxLength: LIMITS.passwordMax, format: 'password' })
  @MaxLength(LIMITS.passwordMax, { message: `Password must have at most ${LIMITS.passwordMax} characters` })
  @MinLength(LIMITS.passwordMinSignup, {
    message: `Password must have at least ${LIMITS.passwordMinSignup} characters`,
  })
  @IsString({ message: 'Password must be text' })
  password: string;

  @ApiProperty({
    minLength: LIMITS.passwordMinSignup,
    maxLength: LIMITS.passwordMax,
    format: 'password',
    description: 'The password, repeated.',
  })
  @MaxLength(LIMITS.passwordMax, {
    message: `Retry Password must have at most ${LIMITS.passwordMax} characters`,
  })
  @MinLength(LIMITS.passwordMinSignup, {
    message: `Retry Password must have at least ${LIMITS.passwordMinSignup} characters`,
  })
  @IsString({ message: 'Retry Password must be text' })
  passwordVal: string;

  @ApiPropertyOptional({
    maxLength: LIMITS.tokenMax,
    description: 'The token of an invitation. Required where sign-up is by invitation only.',
  })
  @MayBeAbsent()
  @MaxLength(LIMITS.tokenMax, { message: 'invitation is not valid' })
  @IsString({ message: 'invitation must be text' })
  invitation?: string;

  @ApiPropertyOptional({
    maxLength: LIMITS.tokenMax,
    description:
      'The token from a link that was sent to this address. It proves the address. An account that holds the address but never confirmed it loses the address.',
  })
  @MayBeAbsent()
  @MaxLength(LIMITS.tokenMax, { message: 'emailProof is not valid' })
  @IsString({ message: 'emailProof must be text' })
  emailProof?: string;
}

/** An invitation that is open. */
export class InvitationDto {
  @ApiProperty({ description: 'An opaque, stable identifier. It cannot be used to sign up.' })
  id: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt: string;
}

/** POST /invitations. */
export class NewInvitationDto extends InvitationDto {
  @ApiProperty({
    description:
      'The token for the link `/signup#<token>`. It is not shown again and is valid for one account.',
  })
  token: string;
}
