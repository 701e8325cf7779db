import { geocode } from './geocoding.js';
import { areaName, type FakePlace, PLACES } from './places.js';
import { type Address, FakeServer, type Reply } from './server.js';

interface Sky {
  text: string;
  code: number;
  /** Degrees Celsius. */
  celsius: number;
  /** UTC by default. */
  timeZone?: string;
}

/** The weather of places: the text of WeatherAPI and the WMO code of Open-Meteo. All other places have London's weather. */
const SKIES: Record<string, Sky> = {
  'Porto, PT': { text: 'Sunny', code: 0, celsius: 21.4 },
  'Bergen, NO': { text: 'Light rain', code: 61, celsius: 7.6 },
  'Kolkata, IN': { text: 'Haze', code: 45, celsius: 31, timeZone: 'Asia/Kolkata' },
  'Honolulu, US': { text: 'Sunny', code: 1, celsius: 26.5, timeZone: 'Pacific/Honolulu' },
  'London, US': { text: 'Cloudy', code: 3, celsius: 9, timeZone: 'America/New_York' },
  'Oslo, NO': { text: 'Moderate snow', code: 73, celsius: -0.4 },
};
const LONDON: Sky = { text: 'Partly cloudy', code: 2, celsius: 11.3 };

/** A city that no provider knows. */
export const UNKNOWN_CITY = 'Nowhere-at-All';

/** The place that WeatherAPI.com returns for the address of the server itself. */
const SERVER_PLACE = 'Ashburn';

const HOUR_S = 60 * 60;

/** WeatherAPI.com's past weather, in every city: a text that names the hour in UTC. */
export const pastWords = (moment: Date): string => `Past weather of ${moment.toISOString().slice(0, 13)}`;

/** Open-Meteo's past weather, in every city: the hour in UTC selects one of these codes. */
const PAST_CODES = [0, 3, 45, 51, 61, 71, 80, 95] as const;
export const pastCode = (moment: Date): number => PAST_CODES[moment.getUTCHours() % PAST_CODES.length] ?? 0;

/** The temperature in the past, in degrees Celsius, in every city: the hour in UTC selects it. */
export const pastCelsius = (moment: Date): number => moment.getUTCHours() - 6.5;

/** WeatherAPI.com's error body (https://www.weatherapi.com/docs/, "API Error Codes"). */
export function weatherApiError(status: number, code: number, message: string): Reply {
  return { status, body: { error: { code, message } } };
}

/** Answers WeatherAPI.com's `/current.json`, `/history.json`, `/search.json` and `/timezone.json`. */
export function startFakeWeatherApi(at?: Address): Promise<FakeServer> {
  return FakeServer.start(({ path, query }) => {
    if (!['/current.json', '/history.json', '/search.json', '/timezone.json'].includes(path))
      return { status: 404, body: '<h1>Not found</h1>' };
    const { key, q = '', dt = '' } = query;
    if (!key) return weatherApiError(401, 1002, 'API key is invalid or not provided.');
    if (path === '/search.json')
      return { body: q === UNKNOWN_CITY ? [] : placesBeginning(q).map(searchItem) };
    if (q === UNKNOWN_CITY) return weatherApiError(400, 1006, 'No matching location found.');
    const place = placeMeant(q);
    const { text, celsius, timeZone = 'UTC' } = skyAt(place);
    const location = {
      ...(place
        ? placeItem(place)
        : { name: NO_NAME.test(q) ? SERVER_PLACE : q, region: '', country: '', lat: 51.51, lon: -0.13 }),
      tz_id: 'UTC',
      localtime: '2026-11-20 18:00',
    };
    if (path === '/timezone.json')
      return place ? { body: { location } } : weatherApiError(400, 1006, 'No matching location found.');
    if (path === '/history.json')
      return { body: { location, forecast: { forecastday: [dayOf(dt, timeZone)] } } };
    const condition = { text, icon: '//cdn.weatherapi.com/weather/64x64/day/116.png', code: 1003 };
    return {
      body: {
        location,
        current: { temp_c: celsius, is_day: 1, condition, wind_kph: 9, humidity: 71, cloud: 50 },
      },
    };
  }, at);
}

/** Values of `q` that are not names (https://www.weatherapi.com/docs/, "Request Parameters"). */
const NO_NAME = /^(auto|iata|metar|id):|^bulk$|^[\d.]+$|^[\da-f]*:[\da-f:]*$|^[a-z]{1,2}\d\w?( \w+)?$/i;
const COORDINATES = /^(-?[\d.]+),(-?[\d.]+)$/;

/**
 * Returns the place of a name or of coordinates. A region that matches no place of the name is ignored
 * (https://github.com/weatherapicom/java/issues/5). Returns undefined for other names, which are answered as places, so
 * that a test can invent as many cities as it needs.
 */
function placeMeant(q: string): FakePlace | undefined {
  const [, latitude, longitude] = COORDINATES.exec(q) ?? [];
  if (latitude !== undefined) return placeAt(Number(latitude), Number(longitude));
  const [name = '', within] = q
    .replace(/\b\d{5}\b/g, '')
    .split(',')
    .map((part) => fold(part));
  const matches = byPopulation().filter((place) =>
    namesOf(place).some((one) => one === name || name.startsWith(`${one} `)),
  );
  return (
    matches.find((place) => [regionOf(place), countryOf(place)].some((one) => fold(one) === within)) ??
    matches[0]
  );
}

const placeAt = (latitude: number, longitude: number): FakePlace | undefined =>
  PLACES.find(
    (place) => Math.abs(place.latitude - latitude) < 0.01 && Math.abs(place.longitude - longitude) < 0.01,
  );

const skyAt = (place: FakePlace | undefined): Sky =>
  (place && SKIES[`${place.name}, ${place.country}`]) ?? LONDON;

/**
 * Answers `/search.json` with places that begin with the text, the best known first, without populations. The
 * documentation does not mention commas; this fake finds nothing for `London, Canada`.
 */
function placesBeginning(text: string): FakePlace[] {
  const prefix = fold(text);
  const found = byPopulation().filter((place) => namesOf(place).some((name) => name.startsWith(prefix)));
  const exact = found.filter((place) => namesOf(place).includes(prefix));
  return [...exact, ...found.filter((place) => !exact.includes(place))].slice(0, 10);
}

const byPopulation = (): FakePlace[] => PLACES.toSorted((a, b) => b.population - a.population);

/** Returns the names in Latin letters, in all languages. */
const namesOf = ({ name, names }: FakePlace): string[] =>
  [name, ...Object.values(names)].map(fold).filter((one) => /^[\x20-\x7e]+$/.test(one));

const fold = (text: string): string =>
  ascii(text.trim())
    .toLowerCase()
    .replaceAll('-', ' ')
    .replace(/\bst\.? /g, 'saint ');

const LETTERS: Record<string, string> = {
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
};
const ascii = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[øØłŁđĐıßæ]/g, (letter) => LETTERS[letter] ?? letter);

/** Returns the name of the region in the language of the country. */
const regionOf = ({ country, region }: FakePlace): string => areaName(country, region, country.toLowerCase());

const countryOf = ({ country }: FakePlace): string =>
  country === 'US' ? 'United States of America' : areaName(country, '', 'en');

const placeItem = (place: FakePlace) => ({
  name: ascii(place.name),
  region: regionOf(place),
  country: countryOf(place),
  lat: place.latitude,
  lon: place.longitude,
});

const searchItem = (place: FakePlace) => ({ id: PLACES.indexOf(place) + 1, ...placeItem(place), url: '' });

/** The hours of a day YYYY-MM-DD in a city's own time zone, as in `/history.json`: 23 or 25 where clocks change. */
function dayOf(date: string, timeZone: string): unknown {
  const local = new Intl.DateTimeFormat('en-CA', { timeZone });
  const isThatDay = (second: number) => local.format(second * 1_000) === date;
  let midnight = Date.parse(`${date}T00:00:00Z`) / 1_000 - 14 * HOUR_S;
  while (!isThatDay(midnight)) midnight += HOUR_S / 2;
  const hours = Array.from({ length: 25 }, (_, index) => midnight + index * HOUR_S).filter(isThatDay);
  const hour = hours.map((time_epoch, index) => {
    const moment = new Date(time_epoch * 1_000);
    const text = pastWords(moment);
    return {
      time_epoch,
      time: `${date} ${String(index).padStart(2, '0')}:00`,
      temp_c: pastCelsius(moment),
      condition: { text, code: 1003 },
    };
  });
  return { date, date_epoch: Date.parse(`${date}T00:00:00Z`) / 1_000, hour };
}

/**
 * Answers Open-Meteo's geocoding `GET /search`, its `GET /forecast` for now and the last months, and the archive's
 * `GET /archive` for older days.
 */
export function startFakeOpenMeteo(at?: Address): Promise<FakeServer> {
  return FakeServer.start(({ path, query }) => {
    if (path === '/search') return geocode(query);
    if (path !== '/forecast' && path !== '/archive')
      return { status: 404, body: { error: true, reason: 'Not Found' } };
    const { start_date: day } = query;
    if (day) return { body: { utc_offset_seconds: 0, timezone: 'GMT', hourly: hoursOf(day) } };
    const latitude = Number(query.latitude);
    const sky = skyAt(placeAt(latitude, Number(query.longitude)));
    return {
      body: {
        latitude,
        longitude: Number(query.longitude),
        generationtime_ms: 0.02,
        utc_offset_seconds: 0,
        timezone: 'GMT',
        current_units: {
          time: 'iso8601',
          interval: 'seconds',
          weather_code: 'wmo code',
          temperature_2m: '°C',
        },
        current: {
          time: '2026-11-20T18:00',
          interval: 900,
          weather_code: sky.code,
          temperature_2m: sky.celsius,
        },
      },
    };
  }, at);
}

/** The 24 hours of a day YYYY-MM-DD in GMT. */
function hoursOf(day: string): unknown {
  const time = Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}:00`);
  const moments = time.map((one) => new Date(`${one}Z`));
  return { time, weather_code: moments.map(pastCode), temperature_2m: moments.map(pastCelsius) };
}
