import { Transform } from 'class-transformer';
import { isTimeZone, OFFSET_MAX, offsetIn } from './local-time.js';
import { moodOf } from './moods.js';
import { NOT_IN_A_LINE, oneLine } from './one-line.js';
import { distinctTags, normaliseTag } from './tags.js';
import { isVisible } from './visible.js';
import { Matches, ValidateBy, ValidateIf, type ValidationOptions } from 'class-validator';

/*
 * The rules of a field are checked from the last one up, and only the first failure is reported. So the rule for the
 * type stands last, and a rule that looks at every item of a list stands above the rule that limits the list.
 */

/** Is this a real day in the form YYYY-MM-DD? 2026-02-30 is not. */
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

/** The allowed range of times: from 1900, where they were lived, to a day from now, since clocks may be fast. */
const FIRST_DAY = '1900-01-01';
const FAST_CLOCK_MS = 24 * 60 * 60_000;

/** By how much a time that a person chooses may lie ahead, in milliseconds: their clock may be a little fast. */
export const CHOSEN_AHEAD_MS = 5 * 60_000;

/** Is this an ISO 8601 time with its UTC offset, both in their allowed range? */
export function isMoment(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(value)) return false;
  const [day, offset] = [value.slice(0, 10), offsetIn(value)];
  if (!isDay(day) || day < FIRST_DAY || offset === undefined || Math.abs(offset) > OFFSET_MAX) return false;
  return Date.parse(value) <= Date.now() + FAST_CLOCK_MS;
}

export const IsMoment = (options?: ValidationOptions) =>
  ValidateBy({ name: 'isMoment', validator: { validate: isMoment } }, options);

/** Refuses a time that is still to come. What is not a time at all is left to IsMoment. */
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

/** Skips validation of a missing field. Null is not missing and is refused. (`IsOptional` would let it be stored.) */
export const MayBeAbsent = () => ValidateIf((_object, value) => value !== undefined);

/** Skips validation of a missing field, and of null, which takes back what was chosen. */
export const MayBeAbsentOrNull = () => ValidateIf((_object, value) => value !== undefined && value !== null);

/** Refuses text that is only white space, for what is typed and not shown. The text itself is not changed. */
export const IsNotBlank = (what: string) => Matches(/\S/, { message: `${what} must not be empty` });

/** Refuses text of which nothing is seen. The text itself is not changed. */
export const IsVisible = (what: string, options?: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isVisible',
      validator: { validate: (value) => typeof value === 'string' && isVisible(value) },
    },
    { message: `${what} must not be empty`, ...options },
  );

/** Refuses text of which nothing is seen, but takes no text at all. */
export const IsEmptyOrVisible = (what: string) =>
  ValidateBy(
    {
      name: 'isEmptyOrVisible',
      validator: {
        validate: (value) => typeof value === 'string' && (value.trim() === '' || isVisible(value)),
      },
    },
    { message: `${what} must not be empty` },
  );

/** Refuses a list with duplicates. Looks at each item once; class-validator's rule compares every pair. */
export const HasNoRepeats = (options?: ValidationOptions) =>
  ValidateBy(
    {
      name: 'hasNoRepeats',
      validator: { validate: (value) => Array.isArray(value) && new Set(value).size === value.length },
    },
    options,
  );

/** Takes the white space off both ends before the text is validated. */
export const Trim = () =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

/** Refuses control characters, line breaks and direction overrides, for text that is shown within a line. */
export const IsOneLine = (what: string) =>
  ValidateBy({
    name: 'isOneLine',
    validator: {
      validate: (value) => typeof value === 'string' && value.search(NOT_IN_A_LINE) === -1,
      defaultMessage: () => `${what} must be one line, without control characters`,
    },
  });

/**
 * Turns text into one line before it is validated: what IsOneLine refuses becomes a blank, and blanks at both ends are
 * removed. For fields of an entry: an invisible character must not cause a refusal.
 */
export const OneLine = () =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? oneLine(value).trim() : value));

/** The same for a mood, where `happy ` is the Happy of the picker. */
export const NormaliseMood = () =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? moodOf(oneLine(value)) : value));

/** Trims and lower-cases: the form in which emails are compared and stored. */
export const NormalizeEmail = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.trim().toLowerCase() : value,
  );

/** Brings tags into their stored form before they are validated, and keeps the first spelling of each. */
export const NormaliseTags = () =>
  Transform(({ value }: { value: unknown }) => {
    if (Array.isArray(value)) return distinctTags(value);
    return typeof value === 'string' ? normaliseTag(value) : value;
  });
