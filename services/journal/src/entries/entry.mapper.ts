import type { EntryDto } from '@inner-weather/contracts/entries.dto';
import type { ReadableEntry } from './entry.schema.js';

/** What leaves. A field that is not named here stays inside. */
export function toEntryDto(entry: ShownEntry): EntryDto {
  return {
    _id: entry._id.toHexString(),
    content: entry.content,
    inputMood: entry.inputMood,
    location: entry.location,
    weatherData: entry.weather.status === 'pending' ? '' : entry.weather.text,
    weatherStatus: entry.weather.status,
    neverSendToAi: entry.neverSendToAi ?? false,
    createdAt: entry.createdAt.toISOString(),
    updatedAt: entry.updatedAt.toISOString(),
  };
}

export type ShownEntry = Pick<
  ReadableEntry,
  '_id' | 'content' | 'inputMood' | 'location' | 'neverSendToAi' | 'createdAt' | 'updatedAt'
> & {
  weather: Pick<ReadableEntry['weather'], 'status' | 'text'>;
};

/** The stored fields that the mapper reads, as a projection. */
export const SHOWN_FIELDS = {
  content: 1,
  inputMood: 1,
  location: 1,
  'weather.status': 1,
  'weather.text': 1,
  neverSendToAi: 1,
  createdAt: 1,
  updatedAt: 1,
} as const;
