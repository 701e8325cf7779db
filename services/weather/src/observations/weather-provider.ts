/** Somebody who knows the weather. */
export interface WeatherProvider {
  /** As it is named in events and logs. */
  readonly name: string;
  /**
   * The condition at a city now, in words. Throws a LookUpError that says whether another try can help; any other
   * error counts as passing.
   */
  current(city: string, signal: AbortSignal): Promise<string>;
}

export const WEATHER_PROVIDER = Symbol('WeatherProvider');

/** `no_such_city` and `provider_refused` (the key or the request is not accepted) stay; the rest may pass. */
export type LookUpFailure = 'no_such_city' | 'provider_refused' | 'provider_unavailable';

export class LookUpError extends Error {
  override name = 'LookUpError';

  constructor(
    readonly failure: LookUpFailure,
    message: string,
  ) {
    super(message);
  }

  get isPermanent(): boolean {
    return this.failure !== 'provider_unavailable';
  }
}
