import type { CurrentWeatherDto } from '@inner-weather/contracts/weather/current-weather.dto';
import type { PlacesDto } from '@inner-weather/contracts/weather/places.dto';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { UNKNOWN_CITY } from '@inner-weather/testing/fake-weather';
import { Api, claimsOf, Person, signUpForm } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { seen } from '../support/fakes.js';
import { expectProblem } from '../support/problem.js';

const { url, weatherUrl } = readE2eConfig();
const api = new Api(url);
const lookUp = <T = PlacesDto>(query: string) => api.request<T>('GET', `/api/places${query}`);

describe('GET /api/places', () => {
  it('returns the places of a name, best match first, without a login', async () => {
    const { status, body } = await lookUp('?name=%20Porto%20');
    expect(status).toBe(200);
    expect(body.items?.slice(0, 2)).toEqual([
      { location: 'Porto, Portugal', detail: 'Porto District', place: 'geo:41.15,-8.61' },
      { location: 'Porto, Brazil', detail: 'Piauí', place: 'geo:-3.89,-42.71' },
    ]);
  });

  it('returns places whose names begin with the text', async () => {
    const { body } = await lookUp('?name=spring');
    expect(body.items?.map(({ location }) => location).slice(0, 3)).toEqual([
      'Springfield, United States of America',
      'Springfield, Massachusetts',
      'Springfield, Illinois',
    ]);
  });

  it('finds each place again by the text that it gave', async () => {
    const { items } = (await lookUp('?name=Springfield')).body;
    expect(items).toHaveLength(6);
    for (const { location, place } of items ?? []) {
      const { body } = await lookUp(`?name=${encodeURIComponent(location)}&whole=true`);
      expect(body.items?.[0]).toMatchObject({ place });
    }
  });

  it('returns only exact matches of a whole name', async () => {
    const meaning = async (name: string) =>
      (await lookUp(`?name=${encodeURIComponent(name)}&whole=true`)).body.items?.[0]?.location;
    expect(await meaning('Tromso')).toBe('Tromso, Norway');
    expect(await meaning('London UK')).toBe('London, United Kingdom');
    expect(await meaning('spring')).toBeUndefined();
    expect(await meaning('Porto, Norway')).toBeUndefined();
  });

  it.each(['auto:ip', '8.8.8.8', '::1', 'iata:DXB', 'metar:EGLL', 'id:1', '48.8,2.3', 'SW1', 'bulk'])(
    'knows no place of %s, which is kept as text, and asks no provider',
    async (location) => {
      const name = encodeURIComponent(location);
      for (const whole of [true, false])
        expect((await lookUp(`?name=${name}&whole=${whole}`)).body).toEqual({ items: [] });
      const ada = await api.signUp({ location });
      expect(ada.user.location).toBe(location);
      const entry = await ada.stamped((await ada.write())._id);
      expect(entry).toMatchObject({ location, weatherStatus: 'unavailable' });
      const asked = (await seen(weatherUrl)).flatMap(({ query }) => Object.values(query));
      expect(asked).not.toContain(location);
    },
  );

  it('stamps an entry with the weather of the very place that was chosen', async () => {
    const ada = await api.signUp({ location: 'Porto, Portugal' });
    const here = await ada.write();
    const other = await ada.write({ location: 'Porto, Brazil' });
    expect((await ada.stamped(here._id)).weatherData).toBe('Sunny');
    expect((await ada.stamped(other._id)).weatherData).toBe('Partly cloudy');
  });

  it('keeps the place that was chosen with the account and the entry, whatever its name means', async () => {
    const place = 'geo:-3.89,-42.71';
    const { body } = await api.request<{ token: string }>('POST', '/api/user/new', {
      body: signUpForm({ location: 'Porto', place }),
    });
    const { user } = claimsOf(body.token);
    expect(user).toMatchObject({ location: 'Porto', place });
    const ada = new Person(api, user, body.token, '');
    const other = await ada.write();
    expect((await ada.stamped(other._id)).weatherData).toBe('Partly cloudy');
    const here = await ada.write({ place: 'geo:41.15,-8.61' });
    expect((await ada.stamped(here._id)).weatherData).toBe('Sunny');
    const { body: moved } = await ada.request<EntryDto>('PUT', `/api/journal/update/${here._id}`, {
      body: { content: 'Moved', inputMood: 'Happy', location: 'Porto', place },
    });
    expect(moved).toMatchObject({ location: 'Porto', weatherStatus: 'pending' });
    expect((await ada.stamped(here._id)).weatherData).toBe('Partly cloudy');
  });

  it('returns an empty list for an unknown city, which may be kept', async () => {
    expect((await lookUp(`?name=${UNKNOWN_CITY}`)).body).toEqual({ items: [] });
    expect((await api.signUp({ location: UNKNOWN_CITY })).user.location).toBe(UNKNOWN_CITY);
  });

  it.each(['', '?name=', '?name=%20', `?name=${'x'.repeat(101)}`, '?name=a%0Ab', '?name=a&name=b'])(
    'refuses %j in words',
    async (query) => {
      const { errors } = expectProblem(await lookUp(query), 400, 'validation_failed');
      expect(errors[0]?.field).toBe('name');
    },
  );

  it('refuses another word than true or false for whole', async () => {
    const { errors } = expectProblem(await lookUp('?name=Porto&whole=yes'), 400, 'validation_failed');
    expect(errors).toEqual([{ field: 'whole', msg: 'whole must be true or false', code: 'whole_boolean' }]);
  });
});

describe('GET /api/places/weather', () => {
  const weatherAt = (ada: Person, query: string) =>
    ada.request<CurrentWeatherDto>('GET', `/api/places/weather${query}`);

  it('answers the weather of a place now, for which only the place is sent to the provider', async () => {
    const ada = await api.signUp();
    const { status, body } = await weatherAt(ada, '?place=geo:60.39,5.32');
    expect([status, body]).toEqual([
      200,
      { weather: { condition: 'Light rain', temperature: 7.6, provider: 'weatherapi' } },
    ]);
    const asked = (await seen(weatherUrl)).filter(({ query }) => query.q === '60.39,5.32');
    expect(asked).toHaveLength(1);
    expect(Object.keys(asked[0]?.query ?? {}).sort()).toEqual(['aqi', 'key', 'q']);
    // The answer is that of the cache now.
    expect((await weatherAt(ada, '?place=geo:60.390000,5.32')).body).toEqual(body);
    expect((await seen(weatherUrl)).filter(({ query }) => query.q === '60.39,5.32')).toHaveLength(1);
  });

  it('needs a session', async () => {
    const answer = await api.request('GET', '/api/places/weather?place=geo:60.39,5.32');
    expectProblem(answer, 401, 'unauthenticated');
  });

  it.each([
    '',
    '?place=',
    '?place=Porto',
    '?place=geo:91,0',
    '?place=geo:1,2&place=geo:1,2',
    '?place=auto:ip',
  ])('refuses %j in words', async (query) => {
    const { errors } = expectProblem(await weatherAt(await api.signUp(), query), 400, 'validation_failed');
    expect(errors).toMatchObject([{ field: 'place', code: 'place_invalid' }]);
  });
});
