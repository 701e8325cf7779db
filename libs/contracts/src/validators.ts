import { Transform } from 'class-transformer';
import { Matches, ValidateBy, ValidateIf, type ValidationOptions } from 'class-validator';

/** Is this a real day in the form YYYY-MM-DD? 2026-02-30 is not. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** Is this an IANA time zone that this runtime knows, such as Europe/Lisbon? */
export function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string' || value.length === 0 || value.length > 64) return false;
  try {
    // Offsets such as +02:00 are accepted by newer runtimes and are no names.
    return !/^[+-]/.test(value) && Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
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

/** Earliest and latest moment of anything that was written: from 1900 to a day from now, for clocks that are fast. */
const EARLIEST_MS = Date.UTC(1900, 0, 1);
const FAST_CLOCK_MS = 24 * 60 * 60_000;

/** Is this a time in ISO 8601, with its zone, at which somebody can have written? */
export function isMoment(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(value)) return false;
  const time = Date.parse(value);
  return isDay(value.slice(0, 10)) && time >= EARLIEST_MS && time <= Date.now() + FAST_CLOCK_MS;
}

export const IsMoment = (options?: ValidationOptions) =>
  ValidateBy({ name: 'isMoment', validator: { validate: isMoment } }, options);

/** Validates what is there: null is there, and no text. (`IsOptional` would let it through, to be stored.) */
export const MayBeAbsent = () => ValidateIf((_object, value) => value !== undefined);

/** Refuses text of white space alone. The text itself stays as it was typed. */
export const IsNotBlank = (what: string) => Matches(/\S/, { message: `${what} must not be empty` });

/** Takes the white space off both ends before the text is validated. */
export const Trim = () =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

/** Trims and lower-cases: the form in which emails are compared and stored. */
export const NormalizeEmail = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.trim().toLowerCase() : value,
  );
