import { coordinatesOf } from '@inner-weather/domain/weather/place';
import { Logger } from '@nestjs/common';
import type { PlaceFinder } from '../places/place-finder.js';
import { readingsOf } from '../places/place-names.js';
import { isMeantBy, weatherApiPlace } from '../places/weatherapi.places.js';
import { getJson, listAt, numberAt, textAt, valueAt } from '../providers/http.js';
import { LookUpError } from '../providers/look-up-error.js';
import {
  type LocalWeather,
  type Weather,
  weatherOf,
  type WeatherProvider,
  type Where,
} from './weather-provider.js';

/** WeatherAPI.com's error codes (https://www.weatherapi.com/docs/, "API Error Codes"). */
const NO_SUCH_CITY = 1006;
/** The key's plan includes no history, or none of that time. */
const HISTORY_REFUSED = 1008;
/** Key invalid, over quota, disabled, or without access to what was asked for. */
const NO_ACCESS = 2009;
const KEY_REFUSED = new Set([2006, 2007, 2008, NO_ACCESS]);

const HOUR_S = 60 * 60;
const DAY_S = 24 * HOUR_S;
/** The days that are asked for until one has the hour: the first one, its neighbour, and one more where clocks change. */
const DAYS_MAX = 3;
/** The first day of `/history.json` (https://www.weatherapi.com/docs/, "History API"). */
const HISTORY_FROM_S = Date.parse('2010-01-01T00:00:00Z') / 1_000;

/** WeatherAPI.com, which needs a key. */
export class WeatherApiProvider implements WeatherProvider {
  readonly name = 'weatherapi';
  private readonly logger = new Logger(WeatherApiProvider.name);
  private hasWarned = false;

  constructor(
    private readonly baseUrl: string,
    private readonly key: string,
    private readonly places: Pick<PlaceFinder, 'find'>,
  ) {}

  async current(where: Where, signal: AbortSignal): Promise<LocalWeather> {
    return this.at(where, signal, async (q) => {
      const params = { key: this.key, q, aqi: 'no' };
      const { status, data } = await getJson(this.baseUrl, '/current.json', params, signal);
      const condition = textAt(data, 'current', 'condition', 'text');
      if (status !== 200 || !condition) throw this.failureOf(status, numberAt(data, 'error', 'code'));
      this.hasWarned = false;
      return { weather: weatherOf(condition, numberAt(data, 'current', 'temp_c')), data };
    });
  }

  async past(where: Where, moment: Date, signal: AbortSignal): Promise<LocalWeather> {
    const second = Math.floor(moment.getTime() / 1_000);
    if (second < HISTORY_FROM_S) throw new LookUpError('no_history', 'before 2010');
    return this.at(where, signal, (q) => this.pastAt(q, second, signal));
  }

  /**
   * The weather at a place that is known, or else at the one that the service takes the city for. If that is another one
   * than the city's name says, or none, it is looked for by its name.
   */
  private async at(
    { city, place }: Where,
    signal: AbortSignal,
    ask: (q: string) => Promise<{ weather: Weather; data: unknown }>,
  ): Promise<LocalWeather> {
    if (place !== undefined) return { ...(await ask(queryOf(place))).weather, place };
    const answer = isPlain(city) ? await ask(city) : await unlessUnknown(ask(city));
    if (answer) {
      const location = weatherApiPlace(valueAt(answer.data, 'location'));
      if (!location || isMeantBy(location, city)) return { ...answer.weather, place: location?.place };
    }
    const [foundPlace] = await this.places.find({ text: city }, signal);
    if (!foundPlace) throw new LookUpError('no_such_city', 'no place of this name');
    return { ...(await ask(queryOf(foundPlace.place))).weather, place: foundPlace.place };
  }

  /** Asks for a local day of the city, and again while the answer shows that the moment was on another day there. */
  private async pastAt(
    q: string,
    second: number,
    signal: AbortSignal,
  ): Promise<{ weather: Weather; data: unknown }> {
    // The earliest local day that is possible anywhere: a day that has not begun in the city is refused.
    let day = dayOf(second - 12 * HOUR_S);
    for (let asked = 0; asked < DAYS_MAX; asked += 1) {
      const data = await this.historyOf(q, day, signal);
      const hour = hoursIn(data).find((candidate) => {
        const since = second - (numberAt(candidate, 'time_epoch') ?? Number.POSITIVE_INFINITY);
        return since >= 0 && since < HOUR_S;
      });
      if (hour !== undefined) {
        const condition = textAt(hour, 'condition', 'text');
        if (!condition) throw new LookUpError('provider_unavailable', 'an hour without words');
        return { weather: weatherOf(condition, numberAt(hour, 'temp_c')), data };
      }
      const midnight = numberAt(hoursIn(data)[0], 'time_epoch');
      if (midnight === undefined) throw new LookUpError('provider_unavailable', 'a day without hours');
      // The days on which the clocks change have 23 or 25 hours.
      const later = second < midnight ? -1 : Math.max(1, Math.floor((second - midnight) / DAY_S));
      day = dayOf(Date.parse(`${day}T00:00:00Z`) / 1_000 + later * DAY_S);
    }
    throw new LookUpError('provider_unavailable', 'that hour is not in the answers');
  }

  private async historyOf(q: string, day: string, signal: AbortSignal): Promise<unknown> {
    const params = { key: this.key, q, dt: day };
    const { status, data } = await getJson(this.baseUrl, '/history.json', params, signal);
    const code = numberAt(data, 'error', 'code');
    if (status === 200 && code === undefined) {
      this.hasWarned = false;
      return data;
    }
    // The key itself is valid: an administrator without a plan for history need not be warned again and again.
    if (code === HISTORY_REFUSED || code === NO_ACCESS)
      throw new LookUpError('no_history', `status ${status}, code ${code}`);
    throw this.failureOf(status, code);
  }

  private failureOf(status: number, code: number | undefined): LookUpError {
    const what = `status ${status}, code ${code ?? 'none'}`;
    if (status === 400 && code === NO_SUCH_CITY) return new LookUpError('no_such_city', what);
    if (status === 401 || status === 403 || (code !== undefined && KEY_REFUSED.has(code))) {
      this.warnOnce(what);
      return new LookUpError('provider_refused', what);
    }
    if (status === 400) return new LookUpError('provider_refused', what);
    return new LookUpError('provider_unavailable', what);
  }

  /** Logs an error, and only once: an administrator has to act, and every entry would say the same. */
  private warnOnce(detail: string): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    this.logger.error(
      `WeatherAPI.com refuses WEATHER_API_KEY (${detail}): entries stay without weather until it is mended`,
    );
  }
}

/** @param place a `geo:` URI */
function queryOf(place: string): string {
  const { latitude, longitude } = coordinatesOf(place);
  return `${latitude},${longitude}`;
}

/** Whether a name can be written in no other way: it has no accents, and says no region. */
const isPlain = (city: string): boolean =>
  /^[\x20-\x7e]*$/.test(city) && readingsOf(city).every(({ within }) => within.length === 0);

/** Undefined where the service knows no such city. */
async function unlessUnknown<T>(lookUp: Promise<T>): Promise<T | undefined> {
  try {
    return await lookUp;
  } catch (error) {
    if (error instanceof LookUpError && error.failure === 'no_such_city') return undefined;
    throw error;
  }
}

const hoursIn = (data: unknown): unknown[] => listAt(listAt(data, 'forecast', 'forecastday')[0], 'hour');

/** The day YYYY-MM-DD of a second since the epoch, in UTC. */
function dayOf(second: number): string {
  return new Date(second * 1_000).toISOString().slice(0, 10);
}
