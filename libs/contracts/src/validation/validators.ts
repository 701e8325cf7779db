import { isLanguage, LANGUAGE_TAGS } from '@inner-weather/languages/languages';
import { plainToInstance, Transform } from 'class-transformer';
import { DAY_ENDS_AT_MAX, isTimeZone, OFFSET_MAX, offsetIn } from '@inner-weather/domain/time/local-time';
import { moodOf } from '@inner-weather/domain/entries/moods';
import { NOT_IN_A_LINE, oneLine } from '@inner-weather/domain/text/one-line';
import { distinctTags, normaliseTag } from '@inner-weather/domain/entries/tags';
import { lengthOf } from '@inner-weather/domain/text/length';
import { isVisible } from '@inner-weather/domain/text/visible';
import { wellFormed } from '@inner-weather/domain/text/well-formed';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { applyDecorators } from '@nestjs/common';
import {
  buildMessage,
  IsInt,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  validateSync,
  type ValidationOptions,
} from 'class-validator';
import { problem } from '@inner-weather/domain/problems/problem';
import type { Message, Params } from '@inner-weather/languages/messages';

/** What a failed validation answers: a text in English, and the code and parameters by which a client words it. */
export interface ProblemContext {
  code: string;
  params?: Params;
}

/** The options of a validation decorator that reports this problem. */
export function says(message: Message, params?: Params): ValidationOptions {
  const { msg, ...context } = problem(message, params);
  return { message: msg, context: context satisfies ProblemContext };
}

/*
 * The decorators of a field are checked from the last to the first, and only the first failure is reported. So the rule
 * for the type comes last, and a rule for the items of a list comes before the rule that limits the list.
 */

/*
 * The rules for lengths count as the page does. Those of class-validator leave out variation selectors, so a text of
 * hearts would be accepted here and refused there.
 */

/** The names and constraints are class-validator's, by which the AsyncAPI document knows the rules. */
const IsOfLength = (
  [name, constraints]: [string, number[]],
  [min, max]: [number, number],
  options?: ValidationOptions,
) =>
  ValidateBy(
    {
      name,
      constraints,
      validator: {
        validate: (value) => typeof value === 'string' && lengthOf(value) >= min && lengthOf(value) <= max,
        defaultMessage: buildMessage(
          (each) =>
            `${each}$property must have ${max === Infinity ? `at least ${min}` : `${min} to ${max}`} characters`,
          options,
        ),
      },
    },
    options,
  );

export const Length = (min: number, max: number, options?: ValidationOptions) =>
  IsOfLength(['isLength', [min, max]], [min, max], options);

export const MaxLength = (max: number, options?: ValidationOptions) =>
  IsOfLength(['maxLength', [max]], [0, max], options);

export const MinLength = (min: number, options?: ValidationOptions) =>
  IsOfLength(['minLength', [min]], [min, Infinity], options);

/** Whether the value is a real day in the form YYYY-MM-DD. 2026-02-30 is not. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

export const IsDay = (options?: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isDay',
      validator: {
        validate: isDay,
        defaultMessage: (args) => `${args?.property} must be a real day in the form YYYY-MM-DD`,
      },
    },
    options,
  );

/** Documentation of a time zone that a request may still name. */
export const UNUSED_ZONE =
  'An IANA time zone name. It is accepted and has no effect: an entry belongs to the day on which it was lived, in every time zone.';

export const IsTimeZoneName = (options?: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isTimeZoneName',
      validator: {
        validate: isTimeZone,
        defaultMessage: (args) => `${args?.property} must be an IANA time zone such as Europe/Lisbon`,
      },
    },
    options,
  );

/** The full hour on local clocks at which a day ends, 0 to DAY_ENDS_AT_MAX. */
export const IsDayEnd = () => {
  const options = says(ACCOUNT_PROBLEMS.day_ends_at_hour, { max: DAY_ENDS_AT_MAX });
  return applyDecorators(Max(DAY_ENDS_AT_MAX, options), Min(0, options), IsInt(options));
};

export const IsLanguage = () =>
  ValidateBy(
    { name: 'isLanguage', validator: { validate: isLanguage } },
    says(ACCOUNT_PROBLEMS.language_unknown, { languages: LANGUAGE_TAGS.join(', ') }),
  );

/** Times are allowed from this local day until one day from now, since clocks may be fast. */
const FIRST_DAY = '1900-01-01';
const FAST_CLOCK_MS = 24 * 60 * 60_000;

/** How far a chosen time may be in the future, in milliseconds, since the user's clock may be a little fast. */
export const CHOSEN_AHEAD_MS = 5 * 60_000;

/** Whether the value is an ISO 8601 time with a UTC offset, both in their allowed range. */
export function isMoment(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(value)) return false;
  const [day, offset] = [value.slice(0, 10), offsetIn(value)];
  if (!isDay(day) || day < FIRST_DAY || offset === undefined || Math.abs(offset) > OFFSET_MAX) return false;
  return Date.parse(value) <= Date.now() + FAST_CLOCK_MS;
}

export const IsMoment = (options?: ValidationOptions) =>
  ValidateBy({ name: 'isMoment', validator: { validate: isMoment } }, options);

/** Refuses a time in the future. Values that are not a time are left to IsMoment. */
export const IsNotToCome = (options?: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isNotToCome',
      validator: {
        validate: (value) => typeof value === 'string' && !(Date.parse(value) > Date.now() + CHOSEN_AHEAD_MS),
      },
    },
    options,
  );

/** Skips validation of a missing field. Null is refused. (`IsOptional` would accept it.) */
export const MayBeAbsent = () => ValidateIf((_object, value) => value !== undefined);

/** Skips validation of null, which resets the field. */
export const MayBeNull = () => ValidateIf((_object, value) => value !== null);

/** Skips validation of a missing field and of null, which resets the field. */
export const MayBeAbsentOrNull = () => ValidateIf((_object, value) => value !== undefined && value !== null);

/** Refuses text that is only white space, for input that is never shown. Does not change the text. */
export const IsNotBlank = (options: ValidationOptions) => Matches(/\S/, options);

/** Refuses text without visible characters. Does not change the text. */
export const IsVisible = (options: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isVisible',
      validator: { validate: (value) => typeof value === 'string' && isVisible(value) },
    },
    options,
  );

/** Refuses text without visible characters, but accepts empty text. */
export const IsEmptyOrVisible = (options: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isEmptyOrVisible',
      validator: {
        validate: (value) => typeof value === 'string' && (value.trim() === '' || isVisible(value)),
      },
    },
    options,
  );

/** Refuses a list with duplicates. Runs in linear time; class-validator's rule compares every pair. */
export const HasNoRepeats = (options?: ValidationOptions) =>
  ValidateBy(
    {
      name: 'hasNoRepeats',
      validator: { validate: (value) => Array.isArray(value) && new Set(value).size === value.length },
    },
    options,
  );

/** Refuses a list in which two items have the same `_id`. */
export const HasNoRepeatedIds = (options: ValidationOptions) =>
  ValidateBy(
    {
      name: 'hasNoRepeatedIds',
      validator: {
        validate: (value) =>
          Array.isArray(value) &&
          new Set(value.map((item: { _id?: unknown } | null) => item?._id)).size === value.length,
      },
    },
    options,
  );

/** Refuses what is not an object with valid fields of a DTO class. The field has one message, instead of one per inner field. */
export const IsValid = (type: new () => object, options: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isValid',
      validator: {
        validate: (value) =>
          typeof value === 'object' &&
          value !== null &&
          !Array.isArray(value) &&
          validateSync(plainToInstance(type, value), { stopAtFirstError: true }).length === 0,
      },
    },
    options,
  );

/** Trims the text before validation. */
export const Trim = () =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

/** Refuses control characters, line breaks and direction overrides, for text that is shown on one line. */
export const IsOneLine = (options: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isOneLine',
      validator: {
        validate: (value) => typeof value === 'string' && value.search(NOT_IN_A_LINE) === -1,
      },
    },
    options,
  );

/**
 * Turns text into one line before validation: replaces characters that IsOneLine refuses with blanks, and trims. For
 * the fields of an entry, which should not be refused because of an invisible character.
 */
export const OneLine = () =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? oneLine(value).trim() : value));

/** The same for each text of a list. */
export const OneLineEach = () =>
  Transform(({ value }: { value: unknown }) =>
    Array.isArray(value)
      ? value.map((item: unknown) => (typeof item === 'string' ? oneLine(item).trim() : item))
      : value,
  );

/**
 * Replaces control characters and the like in a text of several lines before validation. Text without a visible character is
 * left to be refused.
 */
export const WellFormed = () => Transform(({ value }: { value: unknown }) => wellFormedText(value));

/** @returns the value itself if it is no text */
export const wellFormedText = (value: unknown): unknown =>
  typeof value === 'string' && isVisible(value) ? wellFormed(value) : value;

/** The same for a mood, and turns `happy ` into the picker's `Happy`. */
export const NormaliseMood = () =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? moodOf(oneLine(value)) : value));

/** Trims and lower-cases an email, which is the form in which emails are compared and stored. */
export const NormalizeEmail = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.trim().toLowerCase() : value,
  );

/** Converts tags into their stored form before validation, and keeps the first spelling of each. */
export const NormaliseTags = () =>
  Transform(({ value }: { value: unknown }) => {
    if (Array.isArray(value)) return distinctTags(value);
    return typeof value === 'string' ? normaliseTag(value) : value;
  });
