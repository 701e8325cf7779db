import type { WeatherSource } from '@inner-weather/contracts/about.dto';
import { LIMITS } from '@inner-weather/contracts/limits';

/** The weather at a city in an hour. */
export interface Weather {
  /** The condition in words: at most `weatherMax` characters. */
  condition: string;
  /** Degrees Celsius, to a tenth. Absent where the provider names none that could be. */
  temperature?: number;
}

/** A source of weather. */
export interface WeatherProvider {
  /** Its name in events, logs and credits. */
  readonly name: WeatherSource;
  /**
   * The weather in a city now. Throws a LookUpError that says whether another attempt can help. Any other error counts
   * as temporary.
   */
  current(city: string, signal: AbortSignal): Promise<Weather>;
  /** The weather in a city in the hour of a past moment. Throws like `current`. */
  past(city: string, moment: Date, signal: AbortSignal): Promise<Weather>;
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
    condition: condition.slice(0, LIMITS.weatherMax),
    ...(isTemperature && { temperature: Math.round(celsius * 10) / 10 }),
  };
}

export const WEATHER_PROVIDER = Symbol('WeatherProvider');

/**
 * `no_such_city` and `no_history` (the provider has no data for that moment, or not for this key) are permanent.
 * `provider_refused` (the key or the request is not accepted) lasts until a person fixes it. `provider_unavailable` is
 * temporary.
 */
export type LookUpFailure = 'no_such_city' | 'no_history' | 'provider_refused' | 'provider_unavailable';

export class LookUpError extends Error {
  override name = 'LookUpError';

  constructor(
    readonly failure: LookUpFailure,
    message: string,
  ) {
    super(message);
  }

  /** Another attempt within minutes cannot help. */
  get isPermanent(): boolean {
    return this.failure !== 'provider_unavailable';
  }
}
