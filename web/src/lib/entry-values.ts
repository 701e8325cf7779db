import type { PlacedMinute } from '@inner-weather/contracts/local-time';
import { moodOf } from '@inner-weather/contracts/moods';
import type { components } from './api-types.gen';
import { dateOf, minuteIn } from './dates';

type Entry = components['schemas']['EntryDto'];

/** Gives the moment of a minute, YYYY-MM-DDTHH:mm: here, or where an entry was written. */
type Place = (minute: string) => PlacedMinute;

interface Field<Value> {
  empty: Value;
  /** A value that was kept in the browser; undefined if it cannot be read. */
  read: (kept: unknown) => Value | undefined;
  /** The value that a saved entry has. */
  of: (entry: Entry) => Value;
  /** Two values with one normal form are the same. */
  normal: (value: Value) => unknown;
  /** What a request says, where that is not the normal form. */
  sent?: (value: Value, place: Place) => unknown;
}

const text = (
  of: Field<string>['of'],
  normal: (value: string) => string = (value) => value,
): Field<string> => ({
  empty: '',
  read: (kept) => (typeof kept === 'string' ? kept : undefined),
  of,
  normal,
});

const texts = (of: Field<string[]>['of']): Field<string[]> => ({
  empty: [],
  read: (kept) => (Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : undefined),
  of,
  normal: (value) => value,
});

const flag = (of: Field<boolean>['of']): Field<boolean> => ({
  empty: false,
  read: (kept) => (typeof kept === 'boolean' ? kept : undefined),
  of,
  normal: (value) => value,
});

/** A minute on the clocks of the writer's time zone; '' means now. An unfinished one must not break the form. */
const minute = (of: Field<string>['of']): Field<string> => ({
  empty: '',
  read: (kept) => (typeof kept === 'string' && !Number.isNaN(Date.parse(kept)) ? kept : undefined),
  of,
  normal: (value) => value,
  sent: (value, place) => value && dateOf(place(value)),
});

/**
 * What a person writes of an entry. Drafts, the form of a new entry, the editor, the requests of both, and what counts as
 * changed follow from this list.
 */
export const ENTRY_FIELDS = {
  content: text(({ content }) => content),
  /** A mood of the picker, or one in own words. */
  inputMood: text(({ inputMood }) => inputMood, moodOf),
  location: text(
    ({ location }) => location,
    (city) => city.trim(),
  ),
  date: minute(({ createdAt }) => minuteIn(createdAt)),
  tags: texts(({ tags }) => tags),
  /** Whether it must never go to a language model. */
  neverSendToAi: flag(({ neverSendToAi }) => neverSendToAi),
};

export type EntryField = keyof typeof ENTRY_FIELDS;

export type EntryValues = { [Name in EntryField]: (typeof ENTRY_FIELDS)[Name]['empty'] };

const NAMES = Object.keys(ENTRY_FIELDS) as EntryField[];

export const isEntryField = (name: string | undefined): name is EntryField =>
  NAMES.some((known) => known === name);

const field = (name: EntryField) => ENTRY_FIELDS[name] as Field<unknown>;
const forEach = (value: (name: EntryField) => unknown) =>
  Object.fromEntries(NAMES.map((name) => [name, value(name)]));

export const EMPTY = forEach((name) => field(name).empty) as EntryValues;

export const valuesOf = (entry: Entry): EntryValues =>
  forEach((name) => field(name).of(entry)) as EntryValues;

/** What can be read of values that were kept in the browser. */
export function readValues(kept: Record<string, unknown>): Partial<EntryValues> {
  const read = NAMES.map((name) => [name, field(name).read(kept[name])] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

/** The fields in which two versions of an entry differ. */
export function differingFields(one: EntryValues, other: EntryValues): EntryField[] {
  const normal = (name: EntryField, of: EntryValues) => JSON.stringify(field(name).normal(of[name]));
  return NAMES.filter((name) => normal(name, one) !== normal(name, other));
}

/** The named values, as a request says them. */
export function bodyOf<Name extends EntryField>(
  values: EntryValues,
  names: readonly Name[],
  place: Place,
): Pick<EntryValues, Name> {
  const said = names.map((name) => {
    const { normal, sent = normal } = field(name);
    return [name, sent(values[name], place)];
  });
  return Object.fromEntries(said) as Pick<EntryValues, Name>;
}
