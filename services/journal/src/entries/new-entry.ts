import type { CreateEntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { ImportEntryDto } from '@inner-weather/contracts/journal/import.dto';
import { toLocalText } from '@inner-weather/domain/time/local-time';
import { newEvent, type OutboxEvent } from '@inner-weather/platform/outbox/outbox';
import { toWritten } from './entry.mapper.js';
import type { Entry, ReadableEntry, WrittenField } from './entry.schema.js';

/** An entry as it is stored, without its events. */
export type NewEntry = Omit<
  ReadableEntry,
  'outbox' | 'outboxNextAt' | 'outboxFence' | 'removeAt' | 'undoneImport'
>;

/** The fields that the server adds to those that the writer sent. */
type AddedByServer = Omit<NewEntry, WrittenField | 'schemaVersion' | 'tagTokens'>;

export function toNewEntry(dto: CreateEntryDto | ImportEntryDto, serverFields: AddedByServer): NewEntry {
  return { schemaVersion: 1, inputMood: '', neverSendToAi: false, ...toWritten(dto), ...serverFields };
}

/** Announces a new entry. Its weather status tells the weather service whether to look up the weather. */
export function entryCreatedEvent(entry: NewEntry): OutboxEvent<'journal.entry.created.v1'> {
  const { _id, userId, createdAt, offset, day, location, weather } = entry;
  return newEvent('journal.entry.created.v1', {
    entryId: _id.toHexString(),
    userId,
    createdAt: toLocalText(createdAt.getTime(), offset),
    day,
    location,
    ...(weather.place !== undefined && { place: weather.place }),
    weatherKey: weather.key,
    weatherStatus: weather.status === 'pending' ? 'pending' : 'ready',
  });
}

/** Announces a deletion. */
export function entryDeletedEvent({
  _id,
  userId,
  createdAt,
  offset,
  day,
}: Pick<Entry, '_id' | 'userId' | 'createdAt' | 'offset' | 'day'>): OutboxEvent<'journal.entry.deleted.v1'> {
  return newEvent('journal.entry.deleted.v1', {
    entryId: _id.toHexString(),
    userId,
    createdAt: toLocalText(createdAt.getTime(), offset),
    day,
  });
}

/** Announces that an entry no longer has these photos. */
export const photosDroppedEvents = (
  userId: string,
  photoIds: string[] = [],
): OutboxEvent<'journal.photos.dropped.v1'>[] =>
  photoIds.length > 0 ? [newEvent('journal.photos.dropped.v1', { userId, photoIds })] : [];
