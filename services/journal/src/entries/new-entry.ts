import { newEvent, type OutboxEvent } from '@inner-weather/platform/mongo/outbox';
import { weatherKeyOf } from './city.js';
import type { ReadableEntry, WeatherStamp } from './entry.schema.js';

/** An entry as it is stored, before it has events. */
export type NewEntry = Omit<ReadableEntry, 'outbox' | 'outboxNextAt' | 'outboxFence' | 'removeAt'>;

/** A wait for the weather that begins now. */
export function pending(location: string, now: Date): WeatherStamp {
  return { status: 'pending', text: '', key: weatherKeyOf(location, now), attempts: 1, requestedAt: now };
}

/** Weather that needs no looking up. */
export function known(
  status: 'ready' | 'unavailable',
  text: string,
  location: string,
  now: Date,
): WeatherStamp {
  return { status, text, key: weatherKeyOf(location, now), attempts: 0, requestedAt: now };
}

/** Tells that an entry was stored, and whether its weather is wanted. */
export function created(entry: NewEntry): OutboxEvent<'journal.entry.created.v1'> {
  const { _id, userId, createdAt, location, weather } = entry;
  return newEvent('journal.entry.created.v1', {
    entryId: _id.toHexString(),
    userId,
    createdAt: createdAt.toISOString(),
    location,
    weatherKey: weather.key,
    weatherStatus: weather.status === 'pending' ? 'pending' : 'ready',
  });
}
