import type { PlacesDto } from '@inner-weather/contracts/places.dto';
import { UNKNOWN_CITY } from '@inner-weather/testing/fake-weather';
import { Api } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { expectProblem } from '../support/problem.js';

const api = new Api(readE2eConfig().url);
const lookUp = <T = PlacesDto>(query: string) => api.request<T>('GET', `/api/places${query}`);

describe('GET /api/places', () => {
  it('tells people without an account which place a name means, and which others it may mean', async () => {
    const { status, body } = await lookUp('?name=%20Porto%20');
    expect(status).toBe(200);
    expect(body.items?.slice(0, 2)).toEqual([
      { location: 'Porto, Portugal', detail: 'Porto District' },
      { location: 'Porto, Brazil', detail: 'Piauí' },
    ]);
  });

  it('tells which places begin like this', async () => {
    const { body } = await lookUp('?name=spring');
    expect(body.items?.map(({ location }) => location)).toEqual([
      'Springfield, United States',
      'Springfield, Illinois',
    ]);
  });

  it('finds each place again by the text that it gave', async () => {
    for (const { location } of (await lookUp('?name=Porto')).body.items ?? []) {
      expect((await lookUp(`?name=${encodeURIComponent(location)}`)).body.items?.[0]).toMatchObject({
        location,
      });
    }
  });

  it('stamps an entry with the weather of the very place that was chosen', async () => {
    const ada = await api.signUp({ location: 'Porto, Portugal' });
    const here = await ada.write();
    const there = await ada.write({ location: 'Porto, Brazil' });
    expect((await ada.stamped(here._id)).weatherData).toBe('Sunny');
    expect((await ada.stamped(there._id)).weatherData).toBe('Partly cloudy');
  });

  it('has an empty answer where nobody knows the city, which may be kept', async () => {
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
});
