import { t } from '@lingui/core/macro';
import type { Measured } from '@inner-weather/domain/measures/measures';
import type { PlacedMinute } from '@inner-weather/domain/time/local-time';
import type { components } from '../api/api-types.gen';
import { dateOf, minuteIn, minuteInWords } from '../dates/dates';
import { moodFromWords, moodInWords } from './moods';

type Entry = components['schemas']['EntryDto'];

/** Converts a local minute, YYYY-MM-DDTHH:mm, to a moment: in the user's time zone, or in that of an entry. */
type Place = (minute: string) => PlacedMinute;

interface Field<Value> {
  empty: Value;
  /** Parses a value from the browser's storage; undefined if it is invalid. */
  parse: (stored: unknown) => Value | undefined;
  /** The value of a saved entry. */
  of: (entry: Entry) => Value;
  /** The form in which equal values are equal, for example without spaces at the ends. */
  normalize: (value: Value) => unknown;
  /** The value in a request, if it differs from the normalized one. */
  serialize?: (value: Value, place: Place) => unknown;
  /**
   * The value as one of the details beside the text of an entry; '' shows nothing. Fields without it have a place of
   * their own.
   */
  inWords?: (value: Value) => string;
}

const text = (
  of: Field<string>['of'],
  {
    normalize = (value) => value,
    inWords,
  }: { normalize?: (value: string) => string; inWords?: Field<string>['inWords'] } = {},
): Field<string> => ({
  empty: '',
  parse: (stored) => (typeof stored === 'string' ? stored : undefined),
  of,
  normalize,
  inWords,
});

const texts = (of: Field<string[]>['of']): Field<string[]> => ({
  empty: [],
  parse: (stored) => (Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : undefined),
  of,
  normalize: (value) => value,
});

/** Numbers by the ids of measures. */
const measured = (of: Field<Measured>['of']): Field<Measured> => ({
  empty: {},
  parse: (stored) =>
    typeof stored === 'object' && stored !== null
      ? Object.fromEntries(
          Object.entries(stored).filter((one): one is [string, number] => typeof one[1] === 'number'),
        )
      : undefined,
  of,
  normalize: (values) =>
    Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1))),
});

const flag = (of: Field<boolean>['of'], inWords: () => string): Field<boolean> => ({
  empty: false,
  parse: (stored) => (typeof stored === 'boolean' ? stored : undefined),
  of,
  normalize: (value) => value,
  inWords: (value) => (value ? inWords() : ''),
});

/** A minute in the user's time zone; '' means now. An incomplete value must not break the form. */
const minute = (of: Field<string>['of']): Field<string> => ({
  empty: '',
  parse: (stored) => (typeof stored === 'string' && !Number.isNaN(Date.parse(stored)) ? stored : undefined),
  of,
  normalize: (value) => value,
  serialize: (value, place) => value && dateOf(place(value)),
  inWords: (value) => value && minuteInWords(value),
});

/**
 * The fields of an entry that the user edits. Drafts, the form of a new entry, the editor, the requests of both, the card
 * of an entry, and the comparison of versions derive from this list.
 */
export const ENTRY_FIELDS = {
  content: text(({ content }) => content),
  /** A preset mood, or a custom one. */
  inputMood: text(({ inputMood }) => inputMood, {
    normalize: moodFromWords,
    inWords: (mood) => moodInWords(moodFromWords(mood)) || t`No mood noted`,
  }),
  location: text(({ location }) => location, { normalize: (city) => city.trim(), inWords: (city) => city }),
  date: minute(({ createdAt }) => minuteIn(createdAt)),
  tags: texts(({ tags }) => tags),
  /** Ids, and keys of those that wait on this device (lib/outbox/kept-photos.ts), in the order in which they are shown. */
  photos: texts(({ photos }) => photos ?? []),
  /** What was measured. */
  measures: measured(({ measures }) => measures ?? {}),
  /** Whether the entry must never be sent to a language model. */
  neverSendToAi: flag(
    ({ neverSendToAi }) => neverSendToAi,
    () => t({ message: 'never sent to AI', comment: 'A remark at an entry' }),
  ),
} satisfies Record<Exclude<keyof components['schemas']['UpdateEntryDto'], 'place' | 'checkIn'>, unknown>;

export type EntryField = keyof typeof ENTRY_FIELDS;

export type EntryValues = { [Name in EntryField]: (typeof ENTRY_FIELDS)[Name]['empty'] };

const NAMES = Object.keys(ENTRY_FIELDS) as EntryField[];

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
  const normalized = (name: EntryField, of: EntryValues) => JSON.stringify(field(name).normalize(of[name]));
  return NAMES.filter((name) => normalized(name, one) !== normalized(name, other));
}

/** The details beside the text of an entry, in the order of the fields. */
export function detailsOf(values: EntryValues): { name: EntryField; words: string }[] {
  return NAMES.map((name) => ({ name, words: field(name).inWords?.(values[name]) ?? '' })).filter(
    ({ words }) => words !== '',
  );
}

/** What a request says of an entry that may be a check-in: with words it is none. */
export const checkInOf = ({ checkIn }: Pick<Entry, 'checkIn'>, content: string) =>
  checkIn && content === '' ? { checkIn } : {};

/** The named values, as a request sends them. */
export function bodyOf<Name extends EntryField>(
  values: EntryValues,
  names: readonly Name[],
  place: Place,
): Pick<EntryValues, Name> {
  const fields = names.map((name) => {
    const { normalize, serialize = normalize } = field(name);
    return [name, serialize(values[name], place)];
  });
  return Object.fromEntries(fields) as Pick<EntryValues, Name>;
}
