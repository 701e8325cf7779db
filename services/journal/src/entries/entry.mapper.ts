import type { EntryDto } from '@inner-weather/contracts/entries.dto';
import { toLocalText } from '@inner-weather/contracts/local-time';
import type { EntryFields } from '@inner-weather/contracts/entry-fields';
import {
  type ReadableEntry,
  SHOWN_FIELDS,
  type ShownField,
  WRITTEN_FIELDS,
  type WrittenField,
} from './entry.schema.js';

type Sent = Partial<Pick<EntryFields, WrittenField>>;

/** The fields that the writer set, as they are stored. */
type Written<D extends Sent> = Omit<Pick<D, WrittenField & keyof D>, 'tags'> & Pick<ReadableEntry, 'tags'>;

/** A field that was not sent is not in it. */
export function toWritten<D extends Sent>(sent: D): Written<D> {
  const written = WRITTEN_FIELDS.filter((field) => sent[field] !== undefined);
  const tags = sent.tags && { tags: JSON.stringify(sent.tags) };
  return {
    ...Object.fromEntries(written.map((field) => [field, sent[field]])),
    ...tags,
  } as Written<D>;
}

/** The tags of an entry, decrypted. */
export function tagsIn(tags: ReadableEntry['tags']): string[] {
  return tags === undefined ? [] : (JSON.parse(tags) as string[]);
}

/** What leaves the service. A field that is not named here stays inside. */
export function toEntryDto(entry: MaybeUnreadable<ShownEntry>): EntryDto {
  const { temperature } = entry.weather;
  return {
    _id: entry._id.toHexString(),
    content: entry.content,
    inputMood: entry.inputMood,
    location: entry.location,
    tags: tagsIn(entry.tags),
    weatherData: entry.weather.status === 'pending' ? '' : entry.weather.text,
    weatherStatus: entry.weather.status,
    ...(temperature !== undefined && { temperature }),
    neverSendToAi: entry.neverSendToAi ?? false,
    createdAt: toLocalText(entry.createdAt.getTime(), entry.offset),
    updatedAt: entry.updatedAt.toISOString(),
    ...(entry.unreadable && { unreadable: true as const }),
  };
}

/** `unreadable`: its words could not be decrypted, see `openOrMark`. */
export type MaybeUnreadable<E> = E & { unreadable?: true };

export type ShownEntry = Pick<ReadableEntry, '_id' | Exclude<ShownField, 'weather'>> & {
  weather: Pick<ReadableEntry['weather'], 'status' | 'text' | 'temperature'>;
};

/**
 * The stored fields that `toEntryDto` reads, as a projection. Of the weather it needs only a few, but a projection with
 * the name of a field within another costs the database more than sending all of it.
 */
export const SHOWN_PROJECTION: Record<string, 1> = Object.fromEntries(
  SHOWN_FIELDS.map((field) => [field, 1]),
);
