import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { LIMITS } from '@inner-weather/domain/limits';
import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsEmail, IsInt, IsString, Matches, Max, Min, ValidateNested } from 'class-validator';
import {
  IsNotBlank,
  IsOneLine,
  IsVisible,
  Length,
  MaxLength,
  MayBeAbsent,
  MinLength,
  NormalizeEmail,
  says,
  Trim,
} from './validators.js';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { PLACE_MAX, PLACE_PATTERN } from '@inner-weather/domain/weather/place';

/*
 * Rules of fields that several requests have. The problems of each begin with its name.
 */

const SAYS = { ...JOURNAL_PROBLEMS, ...ACCOUNT_PROBLEMS };

/** One visible line, such as the name of a person or a city. */
export const IsLine = (field: 'name' | 'last_name' | 'location', max: number) =>
  applyDecorators(
    IsString(says(SAYS[`${field}_text`])),
    IsOneLine(says(SAYS[`${field}_one_line`])),
    Length(1, max, says(SAYS[`${field}_length`], { max })),
    IsVisible(says(SAYS[`${field}_empty`])),
    Trim(),
  );

/** A password that is chosen or entered to sign in. */
export const IsPassword = (field: 'password' | 'retry_password', min: number) =>
  applyDecorators(
    IsString(says(SAYS[`${field}_text`])),
    MinLength(min, says(SAYS[`${field}_short`], { min })),
    MaxLength(LIMITS.passwordMax, says(SAYS[`${field}_long`], { max: LIMITS.passwordMax })),
  );

export const IsCurrentPassword = () =>
  applyDecorators(
    IsString(says(SAYS.current_password_text)),
    IsNotBlank(says(SAYS.current_password_empty)),
    MaxLength(LIMITS.passwordMax, says(SAYS.current_password_wrong)),
  );

/** A code of the second factor, or a recovery code. */
export const IsCode = () =>
  applyDecorators(
    IsString(says(SAYS.code_text)),
    IsNotBlank(says(SAYS.code_empty)),
    MaxLength(LIMITS.codeMax, says(SAYS.code_invalid)),
  );

/** A part of what an authenticator answered. */
export const IsBase64Url = (max: number) =>
  applyDecorators(
    Matches(/^[\w-]+$/, says(SAYS.passkey_answer_invalid)),
    MaxLength(max, says(SAYS.passkey_answer_invalid)),
  );

/** The token of a link. */
export const IsToken = (field: 'token' | 'invitation' | 'email_proof') =>
  applyDecorators(
    IsString(says(SAYS[`${field}_text`])),
    MaxLength(LIMITS.tokenMax, says(SAYS[`${field}_invalid`])),
  );

/** A whole number in a range, such as the length of a page. */
export const IsLimit = (max: number) =>
  applyDecorators(
    IsInt(says(SAYS.limit_integer)),
    Min(1, says(SAYS.limit_min, { min: 1 })),
    Max(max, says(SAYS.limit_max, { max })),
  );

/** The email address of an account. It is compared and stored in lower case. */
export const IsEmailAddress = () =>
  applyDecorators(
    IsEmail({}, says(ACCOUNT_PROBLEMS.email_invalid)),
    MaxLength(LIMITS.emailMax, says(ACCOUNT_PROBLEMS.email_length, { max: LIMITS.emailMax })),
    NormalizeEmail(),
  );

/** Identifies the city among places with the same name. */
export const IsChosenPlace = () =>
  applyDecorators(
    ApiPropertyOptional({
      type: 'string',
      maxLength: PLACE_MAX,
      pattern: PLACE_PATTERN.source,
      example: 'geo:41.15,-8.61',
      description:
        'Which place `location` is, as answered by GET /places. If absent, the name of the city says which.',
    }),
    MayBeAbsent(),
    Matches(PLACE_PATTERN, says(JOURNAL_PROBLEMS.place_invalid)),
  );

/** An object with the fields of a DTO class, each of which is validated. */
export const Nested = (type: new () => object) =>
  applyDecorators(
    ValidateNested(),
    Type(() => type),
  );

/** An id in a call. Ours are shorter. */
export const IsId = () => applyDecorators(IsString(), MaxLength(100));
