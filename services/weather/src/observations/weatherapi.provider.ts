import { LIMITS } from '@inner-weather/contracts/limits';
import { Logger } from '@nestjs/common';
import { getJson, numberAt, textAt } from './http.js';
import { LookUpError, type WeatherProvider } from './weather-provider.js';

/** WeatherAPI.com's error codes (https://www.weatherapi.com/docs/, "API Error Codes"). */
const NO_SUCH_CITY = 1006;
/** Key invalid, over quota, disabled, or without access. */
const KEY_REFUSED = new Set([2006, 2007, 2008, 2009]);

/** The current condition by WeatherAPI.com. */
export class WeatherApiProvider implements WeatherProvider {
  readonly name = 'weatherapi';
  private readonly logger = new Logger(WeatherApiProvider.name);
  private saidThatRefused = false;

  constructor(
    private readonly baseUrl: string,
    private readonly key: string,
  ) {}

  async current(city: string, signal: AbortSignal): Promise<string> {
    const { status, data } = await getJson(
      this.baseUrl,
      '/current.json',
      { key: this.key, q: city, aqi: 'no' },
      signal,
    );
    const condition = textAt(data, 'current', 'condition', 'text');
    if (status === 200 && condition) {
      this.saidThatRefused = false;
      return condition.slice(0, LIMITS.weatherMax);
    }
    throw this.failureOf(status, numberAt(data, 'error', 'code'));
  }

  private failureOf(status: number, code: number | undefined): LookUpError {
    const what = `status ${status}, code ${code ?? 'none'}`;
    if (status === 400 && code === NO_SUCH_CITY) return new LookUpError('no_such_city', what);
    if (status === 401 || status === 403 || (code !== undefined && KEY_REFUSED.has(code))) {
      this.sayThatRefused(what);
      return new LookUpError('provider_refused', what);
    }
    if (status === 400) return new LookUpError('provider_refused', what);
    return new LookUpError('provider_unavailable', what);
  }

  /** Once, loudly: the administrator has to act, and every entry would say the same. */
  private sayThatRefused(what: string): void {
    if (this.saidThatRefused) return;
    this.saidThatRefused = true;
    this.logger.error(
      `WeatherAPI.com refuses WEATHER_API_KEY (${what}): entries stay without weather until it is mended`,
    );
  }
}
