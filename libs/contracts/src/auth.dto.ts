import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsEmail,
  IsString,
  Length,
  Matches,
  MaxLength,
  MinLength,
} from 'class-validator';
import { LIMITS } from './limits.js';
import { IsNotBlank, MayBeAbsent, NormalizeEmail, Trim } from './validators.js';

/** `gemini`, or the host of a server that speaks OpenAI's API, with its port where it has one. */
const RECIPIENT = /^[a-z0-9.:[\]_-]+$/;

/** POST /user/new. That both passwords agree is checked by the use case, which answers the documented words. */
export class SignUpDto {
  @ApiProperty({ minLength: 1, maxLength: LIMITS.nameMax, example: 'Ana' })
  @Trim()
  @IsString({ message: 'Name must be text' })
  @Length(1, LIMITS.nameMax, { message: `Name must have 1 to ${LIMITS.nameMax} characters` })
  firstName: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.nameMax, example: 'Silva' })
  @Trim()
  @IsString({ message: 'Last Name must be text' })
  @Length(1, LIMITS.nameMax, { message: `Last Name must have 1 to ${LIMITS.nameMax} characters` })
  lastName: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.locationMax, example: 'Porto', description: 'A city.' })
  @Trim()
  @IsString({ message: 'Location must be text' })
  @Length(1, LIMITS.locationMax, { message: `Location must have 1 to ${LIMITS.locationMax} characters` })
  location: string;

  @ApiProperty({ format: 'email', maxLength: LIMITS.emailMax, example: 'ana@example.org' })
  @NormalizeEmail()
  @IsEmail({}, { message: 'Email must be a valid email address' })
  @MaxLength(LIMITS.emailMax, { message: `Email must have at most ${LIMITS.emailMax} characters` })
  email: string;

  @ApiProperty({ minLength: LIMITS.passwordMinSignup, maxLength: LIMITS.passwordMax, format: 'password' })
  @IsString({ message: 'Password must be text' })
  @MinLength(LIMITS.passwordMinSignup, {
    message: `Password must have at least ${LIMITS.passwordMinSignup} characters`,
  })
  @MaxLength(LIMITS.passwordMax, { message: `Password must have at most ${LIMITS.passwordMax} characters` })
  password: string;

  @ApiProperty({
    minLength: LIMITS.passwordMinSignup,
    maxLength: LIMITS.passwordMax,
    format: 'password',
    description: 'The password again.',
  })
  @IsString({ message: 'Retry Password must be text' })
  @MinLength(LIMITS.passwordMinSignup, {
    message: `Retry Password must have at least ${LIMITS.passwordMinSignup} characters`,
  })
  @MaxLength(LIMITS.passwordMax, {
    message: `Retry Password must have at most ${LIMITS.passwordMax} characters`,
  })
  passwordVal: string;

  @ApiPropertyOptional({
    maxLength: LIMITS.tokenMax,
    description: 'The token of an invitation, where one is needed.',
  })
  @MayBeAbsent()
  @IsString({ message: 'invitation must be text' })
  @MaxLength(LIMITS.tokenMax, { message: 'invitation is not one of ours' })
  invitation?: string;
}

/** POST /login. */
export class LoginDto {
  @ApiProperty({ format: 'email', maxLength: LIMITS.emailMax, example: 'ana@example.org' })
  @NormalizeEmail()
  @IsEmail({}, { message: 'Email must be a valid email address' })
  @MaxLength(LIMITS.emailMax, { message: `Email must have at most ${LIMITS.emailMax} characters` })
  email: string;

  @ApiProperty({ minLength: LIMITS.passwordMinLogin, maxLength: LIMITS.passwordMax, format: 'password' })
  @IsString({ message: 'Password must be text' })
  @MinLength(LIMITS.passwordMinLogin, {
    message: `Password must have at least ${LIMITS.passwordMinLogin} characters`,
  })
  @MaxLength(LIMITS.passwordMax, { message: `Password must have at most ${LIMITS.passwordMax} characters` })
  password: string;

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: LIMITS.codeMax,
    example: '123456',
    description: 'Where the account has a second factor: six digits of its app, or a recovery code.',
  })
  @MayBeAbsent()
  @IsString({ message: 'Code must be text' })
  @IsNotBlank('Code')
  @MaxLength(LIMITS.codeMax, { message: 'Code is not one of ours' })
  code?: string;
}

/** PATCH /user/me: what is absent stays. A new email or password needs `currentPassword`. */
export class UpdateUserDto {
  @ApiPropertyOptional({ minLength: 1, maxLength: LIMITS.nameMax })
  @MayBeAbsent()
  @Trim()
  @IsString({ message: 'Name must be text' })
  @Length(1, LIMITS.nameMax, { message: `Name must have 1 to ${LIMITS.nameMax} characters` })
  firstName?: string;

  @ApiPropertyOptional({ minLength: 1, maxLength: LIMITS.nameMax })
  @MayBeAbsent()
  @Trim()
  @IsString({ message: 'Last Name must be text' })
  @Length(1, LIMITS.nameMax, { message: `Last Name must have 1 to ${LIMITS.nameMax} characters` })
  lastName?: string;

  @ApiPropertyOptional({ minLength: 1, maxLength: LIMITS.locationMax, description: 'A city.' })
  @MayBeAbsent()
  @Trim()
  @IsString({ message: 'Location must be text' })
  @Length(1, LIMITS.locationMax, { message: `Location must have 1 to ${LIMITS.locationMax} characters` })
  location?: string;

  @ApiPropertyOptional({ format: 'email', maxLength: LIMITS.emailMax })
  @MayBeAbsent()
  @NormalizeEmail()
  @IsEmail({}, { message: 'Email must be a valid email address' })
  @MaxLength(LIMITS.emailMax, { message: `Email must have at most ${LIMITS.emailMax} characters` })
  email?: string;

  @ApiPropertyOptional({
    minLength: LIMITS.passwordMinSignup,
    maxLength: LIMITS.passwordMax,
    format: 'password',
    description: 'A new password. Every other session of the account ends.',
  })
  @MayBeAbsent()
  @IsString({ message: 'Password must be text' })
  @MinLength(LIMITS.passwordMinSignup, {
    message: `Password must have at least ${LIMITS.passwordMinSignup} characters`,
  })
  @MaxLength(LIMITS.passwordMax, { message: `Password must have at most ${LIMITS.passwordMax} characters` })
  password?: string;

  @ApiPropertyOptional({ maxLength: LIMITS.passwordMax, format: 'password' })
  @MayBeAbsent()
  @IsString({ message: 'Current password must be text' })
  @IsNotBlank('Current password')
  @MaxLength(LIMITS.passwordMax, { message: 'Current password is wrong' })
  currentPassword?: string;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: LIMITS.recipientMax, pattern: RECIPIENT.source },
    maxItems: LIMITS.aiConsentMax,
    uniqueItems: true,
    example: ['gemini'],
    description:
      'Outside language models that may be sent entries when an insight is asked for, as GET /about names them. An empty list withdraws.',
  })
  @MayBeAbsent()
  @IsArray({ message: 'aiConsent must be a list' })
  @ArrayMaxSize(LIMITS.aiConsentMax, { message: `aiConsent must have at most ${LIMITS.aiConsentMax} names` })
  @ArrayUnique({ message: 'aiConsent must not repeat itself' })
  @IsString({ each: true, message: 'aiConsent must hold names' })
  @Length(1, LIMITS.recipientMax, { each: true, message: 'aiConsent must hold names' })
  @Matches(RECIPIENT, { each: true, message: 'aiConsent must hold names' })
  aiConsent?: string[];
}

/** The user as the token's contents hold it. */
export class SessionUserDto {
  @ApiProperty({ description: 'Opaque and stable.' })
  id: string;

  @ApiProperty({ description: 'The first name.', example: 'Ana' })
  name: string;

  @ApiProperty({ format: 'email', description: 'Lower-case.' })
  email: string;

  @ApiProperty({ description: 'A city.', example: 'Porto' })
  location: string;
}

/** GET /user/me. */
export class UserDto extends SessionUserDto {
  @ApiProperty({ example: 'Silva' })
  lastName: string;

  @ApiProperty({
    type: [String],
    example: ['gemini'],
    description: 'Outside language models that may be sent entries when an insight is asked for.',
  })
  aiConsent: string[];

  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

/** POST /login and POST /user/new. */
export class TokenDto {
  @ApiProperty({
    description: 'An RS256 JWT that holds `user`; send it as the header x-auth-token. Good for 12 h.',
  })
  token: string;
}

/** GET /session. */
export class SessionDto extends TokenDto {
  @ApiProperty({ type: SessionUserDto })
  user: SessionUserDto;
}

/** GET /user/me/sessions: one browser that is signed in. */
export class OpenSessionDto {
  @ApiProperty({ description: 'Opaque and stable.' })
  id: string;

  @ApiProperty({
    description: 'Browser and system as the browser names itself.',
    example: 'Firefox on Linux',
  })
  device: string;

  @ApiProperty({ format: 'date-time', description: 'When it signed in.' })
  createdAt: string;

  @ApiProperty({
    format: 'date-time',
    description: 'When it last asked for a token: a page was opened there.',
  })
  lastSeenAt: string;

  @ApiProperty({ description: 'The session that asks.' })
  current: boolean;
}

/** PATCH /user/me that changed what the token holds. */
export class RenewedUserDto extends TokenDto {
  @ApiProperty({ type: UserDto })
  user: UserDto;
}
