import type { WeatherSource } from '@inner-weather/contracts/about.dto';
import { LIMITS } from '@inner-weather/domain/limits';
import { beginningOf } from '@inner-weather/domain/text/length';

/** The weather at a city in an hour. */
export interface Weather {
  /** The condition in words: at most `weatherMax` characters. */
  condition: string;
  /** Degrees Celsius, to a tenth. Absent where the provider names none that could be. */
  temperature?: number;
}

/** Where the weather is needed. */
export interface Where {
  /** As the user wrote it. */
  city: string;
  /** The place of the city as a `geo:` URI. If it is known, it takes precedence over the name. */
  place?: string;
}

/** Weather, and the place that it was looked up for, as a `geo:` URI. Absent where a provider does not say. */
export interface LocalWeather extends Weather {
  place?: string;
}

/** A source of weather. */
export interface WeatherProvider {
  /** Its name in events, logs and credits. */
  readonly name: WeatherSource;
  /**
   * The weather in a city now. Throws a LookUpError that says whether another attempt can help. Any other error counts
   * as temporary.
   */
  current(where: Where, signal: AbortSignal): Promise<LocalWeather>;
  /** The weather in a city in the hour of a past moment. Throws like `current`. */
  past(where: Where, moment: Date, signal: AbortSignal): Promise<LocalWeather>;
}

/**
 * The weather as a provider's answer has it. A temperature that is missing, no number or out of all bounds is left out:
 * the condition is worth having without it.
 * @param celsius degrees Celsius
 */
export function weatherOf(condition: string, celsius: unknown): Weather {
  const isTemperature =
    typeof celsius === 'number' && celsius >= LIMITS.temperatureMin && celsius <= LIMITS.temperatureMax;
  return {
    condition: beginningOf(condition, LIMITS.weatherMax),
    ...(isTemperature && { temperature: Math.round(celsius * 10) / 10 }),
  };
}

export const WEATHER_PROVIDER = Symbol('WeatherProvider');
