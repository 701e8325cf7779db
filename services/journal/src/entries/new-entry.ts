import type { CreateEntryDto } from '@inner-weather/contracts/entries.dto';
import type { ImportEntryDto } from '@inner-weather/contracts/import.dto';
import { toLocalText } from '@inner-weather/contracts/local-time';
import { newEvent, type OutboxEvent } from '@inner-weather/platform/outbox/outbox';
import { toWritten } from './entry.mapper.js';
import type { ReadableEntry, WrittenField } from './entry.schema.js';

/** An entry as it is stored, before it has events. */
export type NewEntry = Omit<ReadableEntry, 'outbox' | 'outboxNextAt' | 'outboxFence' | 'removeAt'>;

/** What the server adds to what the writer sent. */
type AddedByServer = Omit<NewEntry, WrittenField | 'schemaVersion' | 'tagTokens'>;

export function toNewEntry(sent: CreateEntryDto | ImportEntryDto, added: AddedByServer): NewEntry {
  return { schemaVersion: 1, inputMood: '', neverSendToAi: false, ...toWritten(sent), ...added };
}

/** Tells that an entry was stored, and whether its weather is to be looked up. */
export function entryCreatedEvent(entry: NewEntry): OutboxEvent<'journal.entry.created.v1'> {
  const { _id, userId, createdAt, offset, location, weather } = entry;
  return newEvent('journal.entry.created.v1', {
    entryId: _id.toHexString(),
    userId,
    createdAt: toLocalText(createdAt.getTime(), offset),
    location,
    ...(weather.place !== undefined && { place: weather.place }),
    weatherKey: weather.key,
    weatherStatus: weather.status === 'pending' ? 'pending' : 'ready',
  });
}
