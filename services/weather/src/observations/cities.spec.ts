import type { FakeServer } from '@inner-weather/testing/fakes/server';
import { PLACES } from '@inner-weather/testing/fakes/places';
import { startFakeOpenMeteo, startFakeWeatherApi, UNKNOWN_CITY } from '@inner-weather/testing/fakes/weather';
import { OpenMeteoPlaces } from '../places/open-meteo.places.js';
import { WeatherApiPlaces } from '../places/weatherapi.places.js';
import { OpenMeteoProvider } from './open-meteo.provider.js';
import type { WeatherProvider } from './weather-provider.js';
import { WeatherApiProvider } from './weatherapi.provider.js';

/** What people write, and the place that they mean: its main name, its region and its country. */
const CITIES: [string, string][] = [
  ['Porto', 'Porto, Porto District, PT'],
  // Beyond the first places of the name.
  ['Springfield, Illinois', 'Springfield, Illinois, US'],
  ['Springfield, Tennessee', 'Springfield, Tennessee, US'],
  ['Springfield, West Virginia', 'Springfield, West Virginia, US'],
  ['Springfield, Virginia', 'Springfield, Virginia, US'],
  ['Porto, Brazil', 'Porto, Piauí, BR'],
  ['Porto, Piauí, Brazil', 'Porto, Piauí, BR'],
  // Codes and abbreviations.
  ['Chicago, US', 'Chicago, Illinois, US'],
  ['Chicago, U.S.A.', 'Chicago, Illinois, US'],
  ['Springfield, IL', 'Springfield, Illinois, US'],
  ['London UK', 'London, England, GB'],
  ['London, Great Britain', 'London, England, GB'],
  ['London, ON', 'London, Ontario, CA'],
  ['London, CA', 'London, Ontario, CA'],
  ['San Jose, CA', 'San Jose, California, US'],
  ['San José, Costa Rica', 'San José, San José, CR'],
  ['San Jose Costa Rica', 'San José, San José, CR'],
  ['Dubai, UAE', 'Dubai, Dubai, AE'],
  ['Washington, DC', 'Washington, District of Columbia, US'],
  ['Washington D.C.', 'Washington, District of Columbia, US'],
  ['Athens, Georgia', 'Athens, Georgia, US'],
  ['Tbilisi, Georgia', 'Tbilisi, Tbilisi, GE'],
  ['Paris TX', 'Paris, Texas, US'],
  ['Hong Kong, China', 'Hong Kong, , HK'],
  // In other ways to write it.
  ['Springfield (Illinois)', 'Springfield, Illinois, US'],
  ['Porto - Brazil', 'Porto, Piauí, BR'],
  ['Porto，Brazil', 'Porto, Piauí, BR'],
  ['  porto  ,  ', 'Porto, Porto District, PT'],
  ['Paris, Frankreich', 'Paris, Île-de-France, FR'],
  ['Paris, Ile de France', 'Paris, Île-de-France, FR'],
  ['75001 Paris', 'Paris, Île-de-France, FR'],
  ['Paris, 75001, France', 'Paris, Île-de-France, FR'],
  ['Saint Etienne', 'Saint-Étienne, Auvergne-Rhône-Alpes, FR'],
  ['St. Etienne', 'Saint-Étienne, Auvergne-Rhône-Alpes, FR'],
  ['New York', 'New York, New York, US'],
  // Accents that fold, written together, apart, or not at all.
  ['Malmo', 'Malmö, Skåne, SE'],
  ['Malmö'.normalize('NFD'), 'Malmö, Skåne, SE'],
  // Letters that no folding reaches.
  ['Tromso', 'Tromsø, Troms, NO'],
  ['Tromsø', 'Tromsø, Troms, NO'],
  ['Tromso Norway', 'Tromsø, Troms, NO'],
  // In the first place, and in all.
  ['Sonderborg', 'Sønderborg, South Denmark, DK'],
  ['Wloclawek', 'Włocławek, Kujawsko-Pomorskie, PL'],
  ['Lodz', 'Łódź, Łódź Voivodeship, PL'],
  ['Łódź'.normalize('NFD'), 'Łódź, Łódź Voivodeship, PL'],
  ['Dakovo', 'Đakovo, Osijek-Baranja, HR'],
  ['Diyarbakir', 'Diyarbakır, Diyarbakır, TR'],
  ['Giessen', 'Gießen, Hesse, DE'],
  ['Naestved', 'Næstved, Zealand, DK'],
  // Names of another language.
  ['München', 'Munich, Bavaria, DE'],
  ['München, Bayern', 'Munich, Bavaria, DE'],
  ['Köln', 'Köln, North Rhine-Westphalia, DE'],
  ['Cologne', 'Köln, North Rhine-Westphalia, DE'],
  ['Roma', 'Rome, Lazio, IT'],
  ['Roma, Queensland', 'Roma, Queensland, AU'],
  ['København', 'Copenhagen, Capital Region, DK'],
  ['Kobenhavn', 'Copenhagen, Capital Region, DK'],
  ['Lisboa', 'Lisbon, Lisbon, PT'],
  ['Saigon', 'Ho Chi Minh City, Ho Chi Minh, VN'],
  ['NYC', 'New York, New York, US'],
];

/** In their own script: WeatherAPI.com says nothing of whether it knows them. */
const SCRIPTS: [string, string][] = [
  ['東京', 'Tokyo, Tokyo, JP'],
  ['東京、日本', 'Tokyo, Tokyo, JP'],
  ['القاهرة', 'Cairo, Cairo Governorate, EG'],
  ['القاهرة، مصر', 'Cairo, Cairo Governorate, EG'],
  ['Москва', 'Moscow, Moscow, RU'],
  ['Москва, Россия', 'Moscow, Moscow, RU'],
  ['Αθήνα', 'Athens, Attica, GR'],
  ['ΑΘΗΝΑ', 'Athens, Attica, GR'],
  ['თბილისი', 'Tbilisi, Tbilisi, GE'],
  ['香港', 'Hong Kong, , HK'],
];

/** Names of nothing, and places that do not lie where the text says. */
const UNKNOWN = [
  UNKNOWN_CITY,
  'Porto, Germany',
  'Chicago, Atlantis',
  'Springfield, Bavaria',
  'Bergen, Norway, Netherlands',
  'Tokyo, Å',
];

const placeOf = (meant: string): string => {
  const place = PLACES.find(({ name, region, country }) => `${name}, ${region}, ${country}` === meant);
  return `geo:${place?.latitude},${place?.longitude}`;
};
const signal = () => AbortSignal.timeout(5_000);
const openMeteoAt = (url: string) =>
  new OpenMeteoProvider({ weather: url, archive: url }, new OpenMeteoPlaces(url));
const weatherApiAt = (url: string) =>
  new WeatherApiProvider(url, 'a-key', new WeatherApiPlaces(url, 'a-key'));

const PROVIDERS = [
  { name: 'Open-Meteo', start: startFakeOpenMeteo, providerAt: openMeteoAt, cities: [...CITIES, ...SCRIPTS] },
  { name: 'WeatherAPI.com', start: startFakeWeatherApi, providerAt: weatherApiAt, cities: CITIES },
];

describe.each(PROVIDERS)('a city, as people write it, with $name', ({ start, providerAt, cities }) => {
  let api: FakeServer;
  let provider: WeatherProvider;
  beforeAll(async () => {
    api = await start();
    provider = providerAt(api.url);
  });
  afterAll(() => api.close());

  it.each(cities)('%s is %s', async (city, meant) => {
    expect((await provider.current({ city }, signal())).place).toBe(placeOf(meant));
  });

  it.each(cities.filter((_, index) => index % 15 === 1))('%s was %s', async (city, meant) => {
    const then = new Date('2026-03-01T12:00:00Z');
    expect((await provider.past({ city }, then, signal())).place).toBe(placeOf(meant));
  });

  it.each(UNKNOWN)('%s is no known city', async (city) => {
    await expect(provider.current({ city }, signal())).rejects.toMatchObject({ failure: 'no_such_city' });
  });

  it('is the place that was chosen, whatever its name means', async () => {
    api.seen.length = 0;
    const { place } = await provider.current({ city: 'Porto', place: 'geo:59.91,10.75' }, signal());
    expect(place).toBe('geo:59.91,10.75');
    expect(api.seen).toHaveLength(1);
    expect(Object.values(api.seen[0]!.query).join()).not.toContain('Porto');
  });
});
