import { type Language, LANGUAGE_TAGS } from '@inner-weather/languages/languages';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { IsChosenPlace } from '../weather/chosen-place.js';
import { LIMITS } from '@inner-weather/domain/limits';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import {
  IsEmailAddress,
  IsLanguage,
  IsOneLine,
  IsVisible,
  Length,
  MaxLength,
  MayBeAbsent,
  MinLength,
  Trim,
} from '../validation/validators.js';
import { says } from '../validation/says.js';

/** Who may sign up: `open` is anyone, `invite` only people with an invitation, `closed` no one. */
export const REGISTRATION_MODES = ['open', 'invite', 'closed'] as const;

export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

/** A provider of OpenID Connect with which people can sign in. */
export class IdentityProviderDto {
  @ApiProperty({ example: 'house', description: 'Stands in the addresses of its sign-in.' })
  id: string;

  @ApiProperty({ example: 'Authentik', description: 'Its name, for a button.' })
  name: string;
}

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

  @ApiProperty({
    type: [IdentityProviderDto],
    description: 'The providers with which people can sign in, in the order in which to offer them.',
  })
  providers: IdentityProviderDto[];

  @ApiProperty({ description: 'Whether people can sign in and up with a password.' })
  passwordLogin: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The id of the provider to which the login page leads at once. Null: it asks first.',
  })
  autoProvider: string | null;
}

/** POST /user/new. The use case checks that both passwords are equal, since the specification gives the error text. */
export class SignUpDto {
  @ApiProperty({ minLength: 1, maxLength: LIMITS.nameMax, example: 'Ana' })
  @Trim()
  @IsVisible(says(ACCOUNT_PROBLEMS.name_empty))
  @Length(1, LIMITS.nameMax, says(ACCOUNT_PROBLEMS.name_length, { max: LIMITS.nameMax }))
  @IsOneLine(says(ACCOUNT_PROBLEMS.name_one_line))
  @IsString(says(ACCOUNT_PROBLEMS.name_text))
  firstName: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.nameMax, example: 'Silva' })
  @Trim()
  @IsVisible(says(ACCOUNT_PROBLEMS.last_name_empty))
  @Length(1, LIMITS.nameMax, says(ACCOUNT_PROBLEMS.last_name_length, { max: LIMITS.nameMax }))
  @IsOneLine(says(ACCOUNT_PROBLEMS.last_name_one_line))
  @IsString(says(ACCOUNT_PROBLEMS.last_name_text))
  lastName: string;

  @ApiProperty({
    minLength: 1,
    maxLength: LIMITS.locationMax,
    example: 'Porto',
    description: 'The name of a city.',
  })
  @Trim()
  @IsVisible(says(JOURNAL_PROBLEMS.location_empty))
  @Length(1, LIMITS.locationMax, says(JOURNAL_PROBLEMS.location_length, { max: LIMITS.locationMax }))
  @IsOneLine(says(JOURNAL_PROBLEMS.location_one_line))
  @IsString(says(JOURNAL_PROBLEMS.location_text))
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
  @IsEmailAddress()
  email: string;

  @ApiProperty({ minLength: LIMITS.passwordMinSignup, maxLength: LIMITS.passwordMax, format: 'password' })
  @MaxLength(LIMITS.passwordMax, says(ACCOUNT_PROBLEMS.password_long, { max: LIMITS.passwordMax }))
  @MinLength(
    LIMITS.passwordMinSignup,
    says(ACCOUNT_PROBLEMS.password_short, { min: LIMITS.passwordMinSignup }),
  )
  @IsString(says(ACCOUNT_PROBLEMS.password_text))
  password: string;

  @ApiProperty({
    minLength: LIMITS.passwordMinSignup,
    maxLength: LIMITS.passwordMax,
    format: 'password',
    description: 'The password, repeated.',
  })
  @MaxLength(LIMITS.passwordMax, says(ACCOUNT_PROBLEMS.retry_password_long, { max: LIMITS.passwordMax }))
  @MinLength(
    LIMITS.passwordMinSignup,
    says(ACCOUNT_PROBLEMS.retry_password_short, { min: LIMITS.passwordMinSignup }),
  )
  @IsString(says(ACCOUNT_PROBLEMS.retry_password_text))
  passwordVal: string;

  @ApiPropertyOptional({
    maxLength: LIMITS.tokenMax,
    description: 'The token of an invitation. Required where sign-up is by invitation only.',
  })
  @MayBeAbsent()
  @MaxLength(LIMITS.tokenMax, says(ACCOUNT_PROBLEMS.invitation_invalid))
  @IsString(says(ACCOUNT_PROBLEMS.invitation_text))
  invitation?: string;

  @ApiPropertyOptional({
    maxLength: LIMITS.tokenMax,
    description:
      'The token from a link that was sent to this address. It proves the address. An account that holds the address but never confirmed it loses the address.',
  })
  @MayBeAbsent()
  @MaxLength(LIMITS.tokenMax, says(ACCOUNT_PROBLEMS.email_proof_invalid))
  @IsString(says(ACCOUNT_PROBLEMS.email_proof_text))
  emailProof?: string;
}

/** An invitation that is open. */
export class InvitationDto {
  @ApiProperty({ description: 'An opaque, stable identifier. It cannot be used to sign up.' })
  id: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({
    format: 'date-time',
    description: 'It ends before, when the role of its administrator does.',
  })
  expiresAt: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The name of the administrator who made it. Null: it was made by a command on the server.',
  })
  by: string | null;
}

/** POST /invitations. */
export class NewInvitationDto extends InvitationDto {
  @ApiProperty({
    description:
      'The token for the link `/signup#<token>`. It is not shown again and is valid for one account.',
  })
  token: string;
}
