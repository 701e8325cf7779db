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
  /** What a request says of it. Values of which it says the same are the same. */
  sent: (value: Value, place: Place) => unknown;
}

const text = (
  of: Field<string>['of'],
  sent: (value: string) => string = (value) => value,
): Field<string> => ({
  empty: '',
  read: (kept) => (typeof kept === 'string' ? kept : undefined),
  of,
  sent,
});

const texts = (of: Field<string[]>['of']): Field<string[]> => ({
  empty: [],
  read: (kept) => (Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : undefined),
  of,
  sent: (value) => value,
});

const flag = (of: Field<boolean>['of']): Field<boolean> => ({
  empty: false,
  read: (kept) => (typeof kept === 'boolean' ? kept : undefined),
  of,
  sent: (value) => value,
});

/** A minute on the clocks of the writer's time zone; '' means now. An unfinished one must not break the form. */
const minute = (of: Field<string>['of']): Field<string> => ({
  empty: '',
  read: (kept) => (typeof kept === 'string' && !Number.isNaN(Date.parse(kept)) ? kept : undefined),
  of,
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
  const inWords = (name: EntryField, of: EntryValues) =>
    JSON.stringify(name === 'date' ? of.date : field(name).sent(of[name], unplaced));
  return NAMES.filter((name) => inWords(name, one) !== inWords(name, other));
}

const unplaced: Place = () => {
  throw new Error('only a date has a place');
};

/** The named values, as a request says them. */
export function bodyOf<Name extends EntryField>(
  values: EntryValues,
  names: readonly Name[],
  place: Place,
): Pick<EntryValues, Name> {
  const said = names.map((name) => [name, field(name).sent(values[name], place)]);
  return Object.fromEntries(said) as Pick<EntryValues, Name>;
}
