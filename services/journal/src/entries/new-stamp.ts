import { WEATHER_UNAVAILABLE } from '@inner-weather/domain/weather/weather-unavailable';
import type { WeatherStamp } from './entry.schema.js';
import { weatherKeyOf } from '@inner-weather/domain/weather/city';

/** The condition in words and, if known, the temperature in degrees Celsius and the place. */
export type Observed = Pick<WeatherStamp, 'text' | 'temperature' | 'place'>;

/** A city and, if known, its place: see WeatherStamp. */
export interface Where {
  location: string;
  place?: string;
}

/** For weather that is about to be looked up. */
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

/** For weather that came from the client or from an imported file. */
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

/** For weather that is not looked up unless the user requests it later. */
export function unavailableStamp(where: Where, now: Date): WeatherStamp {
  return { ...readyStamp({ text: WEATHER_UNAVAILABLE.message }, where, now), status: 'unavailable' };
}
