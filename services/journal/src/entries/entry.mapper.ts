import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { Measured } from '@inner-weather/domain/measures/measures';
import { toLocalText } from '@inner-weather/domain/time/local-time';
import type { EntryFields } from '@inner-weather/contracts/journal/entry-fields';
import {
  type ReadableEntry,
  SHOWN_FIELDS,
  type ShownField,
  WRITTEN_FIELDS,
  type WrittenField,
} from './entry.schema.js';

type Sent = Partial<Pick<EntryFields, WrittenField>>;

/** The fields that the writer sets, in their stored form. */
type Written<D extends Sent> = Omit<Pick<D, WrittenField & keyof D>, 'tags' | 'measures'> &
  Pick<ReadableEntry, 'tags' | 'measures'>;

/**
 * Copies the fields that were sent. Fields that were not sent are absent, so that an edit leaves them unchanged. Content
 * decides whether the entry is a check-in: with words it is none.
 */
export function toWritten<D extends Sent>(dto: D): Written<D> {
  const writtenFields = WRITTEN_FIELDS.filter((field) => dto[field] !== undefined);
  const tags = dto.tags && { tags: JSON.stringify(dto.tags) };
  const measures = dto.measures && { measures: JSON.stringify(dto.measures) };
  const { content } = dto;
  return {
    ...Object.fromEntries(writtenFields.map((field) => [field, dto[field]])),
    ...tags,
    ...measures,
    ...(content !== undefined && { checkIn: dto.checkIn === true && content === '' }),
  } as Written<D>;
}

/** The tags of an entry, decrypted. */
export function tagsIn(tags: ReadableEntry['tags']): string[] {
  return tags === undefined ? [] : (JSON.parse(tags) as string[]);
}

/** Whether an entry would be empty without its values. What cannot be read is not empty. */
export const isOnlyMeasured = ({
  content,
  inputMood,
  photos,
  tags,
  unreadable,
}: MaybeUnreadable<Pick<ReadableEntry, 'content' | 'inputMood' | 'photos' | 'tags'>>): boolean =>
  content === '' && inputMood === '' && !photos?.length && tagsIn(tags).length === 0 && !unreadable;

/** The measures of an entry, decrypted; undefined if it has none. */
export function measuresIn(measures: ReadableEntry['measures']): Measured | undefined {
  const measured = measures === undefined ? {} : (JSON.parse(measures) as Measured);
  return Object.keys(measured).length > 0 ? measured : undefined;
}

/** Names every field that leaves the service, so that a new field stays internal by default. */
export function toEntryDto(entry: MaybeUnreadable<ShownEntry>): EntryDto {
  const { temperature } = entry.weather;
  const measures = measuresIn(entry.measures);
  return {
    _id: entry._id.toHexString(),
    content: entry.content,
    inputMood: entry.inputMood,
    location: entry.location,
    tags: tagsIn(entry.tags),
    ...(entry.photos?.length && { photos: entry.photos }),
    ...(measures && { measures }),
    weatherData: entry.weather.status === 'pending' ? '' : entry.weather.text,
    weatherStatus: entry.weather.status,
    ...(temperature !== undefined && { temperature }),
    neverSendToAi: entry.neverSendToAi ?? false,
    checkIn: entry.checkIn ?? false,
    ...(entry.ofDay && { ofDay: true }),
    createdAt: toLocalText(entry.createdAt.getTime(), entry.offset),
    day: entry.day,
    updatedAt: entry.updatedAt.toISOString(),
    ...(entry.unreadable && { unreadable: true as const }),
  };
}

/** `unreadable` marks an entry whose text could not be decrypted: see `openOrMark`. */
export type MaybeUnreadable<E> = E & { unreadable?: true };

export type ShownEntry = Pick<ReadableEntry, '_id' | Exclude<ShownField, 'weather'>> & {
  weather: Pick<ReadableEntry['weather'], 'status' | 'text' | 'temperature'>;
};

/**
 * The stored fields that `toEntryDto` reads, as a projection. It includes the whole weather, because projecting single
 * subfields costs the database more than sending all of them.
 */
export const SHOWN_PROJECTION: Record<string, 1> = Object.fromEntries(
  SHOWN_FIELDS.map((field) => [field, 1]),
);
