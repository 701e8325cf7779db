import { MESSAGES } from '@inner-weather/contracts/messages';
import type { WeatherStamp } from '../entries/entry.schema.js';
import { weatherKeyOf } from './city.js';

/** The condition in words and, where it is known, the temperature in degrees Celsius. */
export type Observed = Pick<WeatherStamp, 'text' | 'temperature'>;

/** The weather is about to be looked up. */
export function pendingStamp(location: string, now: Date): WeatherStamp {
  return { status: 'pending', text: '', key: weatherKeyOf(location, now), attempts: 1, requestedAt: now };
}

/** The client, or an imported file, has the weather. */
export function readyStamp({ text, temperature }: Observed, location: string, now: Date): WeatherStamp {
  return {
    status: 'ready',
    text,
    ...(temperature !== undefined && { temperature }),
    key: weatherKeyOf(location, now),
    attempts: 0,
    requestedAt: now,
  };
}

/** The weather is not looked up, unless somebody asks for it later. */
export function unavailableStamp(location: string, now: Date): WeatherStamp {
  return { ...readyStamp({ text: MESSAGES.weatherUnavailable }, location, now), status: 'unavailable' };
}
