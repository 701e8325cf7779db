import type { PlacedMinute } from '@inner-weather/contracts/local-time';
import { moodOf } from '@inner-weather/contracts/moods';
import type { components } from './api-types.gen';
import { dateOf, minuteIn } from './dates';

type Entry = components['schemas']['EntryDto'];

/** Converts a local minute, YYYY-MM-DDTHH:mm, to a moment: in the user's time zone, or in that of an entry. */
type Place = (minute: string) => PlacedMinute;

interface Field<Value> {
  empty: Value;
  /** Parses a value from the browser's storage; undefined if it is invalid. */
  parse: (stored: unknown) => Value | undefined;
  /** The value of a saved entry. */
  of: (entry: Entry) => Value;
  /** The value in a request. Two values are equal if they are equal in a request. */
  serialize: (value: Value, place: Place) => unknown;
}

const text = (
  of: Field<string>['of'],
  serialize: (value: string) => string = (value) => value,
): Field<string> => ({
  empty: '',
  parse: (stored) => (typeof stored === 'string' ? stored : undefined),
  of,
  serialize,
});

const texts = (of: Field<string[]>['of']): Field<string[]> => ({
  empty: [],
  parse: (stored) => (Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : undefined),
  of,
  serialize: (value) => value,
});

const flag = (of: Field<boolean>['of']): Field<boolean> => ({
  empty: false,
  parse: (stored) => (typeof stored === 'boolean' ? stored : undefined),
  of,
  serialize: (value) => value,
});

/** A minute in the user's time zone; '' means now. An incomplete value must not break the form. */
const minute = (of: Field<string>['of']): Field<string> => ({
  empty: '',
  parse: (stored) => (typeof stored === 'string' && !Number.isNaN(Date.parse(stored)) ? stored : undefined),
  of,
  serialize: (value, place) => value && dateOf(place(value)),
});

/**
 * The fields of an entry that the user edits. Drafts, the form of a new entry, the editor, the requests of both, and the
 * comparison of versions derive from this list.
 */
export const ENTRY_FIELDS = {
  content: text(({ content }) => content),
  /** A preset mood, or a custom one. */
  inputMood: text(({ inputMood }) => inputMood, moodOf),
  location: text(
    ({ location }) => location,
    (city) => city.trim(),
  ),
  date: minute(({ createdAt }) => minuteIn(createdAt)),
  tags: texts(({ tags }) => tags),
  /** Whether the entry must never be sent to a language model. */
  neverSendToAi: flag(({ neverSendToAi }) => neverSendToAi),
};

export type EntryField = keyof typeof ENTRY_FIELDS;

export type EntryValues = { [Name in EntryField]: (typeof ENTRY_FIELDS)[Name]['empty'] };

const NAMES = Object.keys(ENTRY_FIELDS) as EntryField[];

export const isEntryField = (name: string | undefined): name is EntryField =>
  NAMES.some((fieldName) => fieldName === name);

const field = (name: EntryField) => ENTRY_FIELDS[name] as Field<unknown>;
const forEach = (value: (name: EntryField) => unknown) =>
  Object.fromEntries(NAMES.map((name) => [name, value(name)]));

export const EMPTY = forEach((name) => field(name).empty) as EntryValues;

export const valuesOf = (entry: Entry): EntryValues =>
  forEach((name) => field(name).of(entry)) as EntryValues;

/** The valid values from the browser's storage. */
export function readValues(stored: Record<string, unknown>): Partial<EntryValues> {
  const pairs = NAMES.map((name) => [name, field(name).parse(stored[name])] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

/** The fields in which two versions of an entry differ. */
export function differingFields(one: EntryValues, other: EntryValues): EntryField[] {
  const inWords = (name: EntryField, of: EntryValues) =>
    JSON.stringify(name === 'date' ? of.date : field(name).serialize(of[name], unplaced));
  return NAMES.filter((name) => inWords(name, one) !== inWords(name, other));
}

const unplaced: Place = () => {
  throw new Error('Only the date depends on a time zone');
};

/** The named values, as a request sends them. */
export function bodyOf<Name extends EntryField>(
  values: EntryValues,
  names: readonly Name[],
  place: Place,
): Pick<EntryValues, Name> {
  const fields = names.map((name) => [name, field(name).serialize(values[name], place)]);
  return Object.fromEntries(fields) as Pick<EntryValues, Name>;
}
