import { MESSAGES } from '@inner-weather/contracts/messages';
import type { WeatherStamp } from './entry.schema.js';
import { weatherKeyOf } from './city.js';

/** The condition in words and, where they are known, the temperature in degrees Celsius and the place. */
export type Observed = Pick<WeatherStamp, 'text' | 'temperature' | 'place'>;

/** A city, and which place it is where that is known: see WeatherStamp. */
export interface Where {
  location: string;
  place?: string;
}

/** The weather is about to be looked up. */
export function pendingStamp({ location, place }: Where, now: Date): WeatherStamp {
  return {
    status: 'pending',
    text: '',
    ...(place !== undefined && { place }),
    key: weatherKeyOf(location, now),
    attempts: 1,
    requestedAt: now,
  };
}

/** The client, or an imported file, has the weather. */
export function readyStamp(
  { text, temperature }: Observed,
  { location, place }: Where,
  now: Date,
): WeatherStamp {
  return {
    status: 'ready',
    text,
    ...(place !== undefined && { place }),
    ...(temperature !== undefined && { temperature }),
    key: weatherKeyOf(location, now),
    attempts: 0,
    requestedAt: now,
  };
}

/** The weather is not looked up, unless somebody asks for it later. */
export function unavailableStamp(where: Where, now: Date): WeatherStamp {
  return { ...readyStamp({ text: MESSAGES.weatherUnavailable }, where, now), status: 'unavailable' };
}
