import type { AboutDto } from '@inner-weather/contracts/about.dto';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { pastCelsius, pastWords, UNKNOWN_CITY } from '@inner-weather/testing/fake-weather';
import { eventually } from '@inner-weather/testing/eventually';
import { Api, type Person } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { importInto } from '../support/export.js';
import { expectProblem } from '../support/problem.js';
import { seen } from '../support/fakes.js';

const WORDS = 'Weather data not available for this Journal Entry';
const CREATED_AT = '2020-02-29T10:20:00.000Z';

describe('weather that is requested later', () => {
  const { url, weatherUrl } = readE2eConfig();
  let ada: Person;

  beforeEach(async () => {
    ada = await new Api(url).signUp();
  });

  const lookUp = (id: string, person = ada) =>
    person.request<EntryDto>('POST', `/api/journal/weather/${encodeURIComponent(id)}`);
  const imported = async () => (await ada.search({ startDate: '2020-02-28', endDate: '2020-03-01' })).body;
  const timesAsked = async (city: string) =>
    (await seen(weatherUrl)).filter(({ query }) => query.q === city).length;

  it('is that of the hour in which the entry was written', async () => {
    await importInto(ada, [{ content: 'Words', location: 'Porto', createdAt: CREATED_AT }]);
    const [entry] = await imported();
    expect(entry).toMatchObject({ weatherStatus: 'unavailable', weatherData: WORDS });
    const answers = await Promise.all([lookUp(entry!._id), lookUp(entry!._id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await eventually(async () => {
      const [stamped] = await imported();
      expect(stamped).toMatchObject({
        weatherStatus: 'ready',
        weatherData: pastWords(new Date(CREATED_AT)),
        temperature: pastCelsius(new Date(CREATED_AT)),
        updatedAt: entry!.updatedAt,
      });
    });
    expect((await lookUp(entry!._id)).body).toMatchObject({ weatherStatus: 'ready' });
  });

  it('may be unavailable again', async () => {
    const { _id } = await ada.write({ location: UNKNOWN_CITY });
    expect(await ada.stamped(_id)).toMatchObject({ weatherStatus: 'unavailable' });
    expect((await lookUp(_id)).body).toMatchObject({ _id, weatherStatus: 'pending', weatherData: '' });
    expect(await ada.stamped(_id)).toMatchObject({ weatherStatus: 'unavailable', weatherData: WORDS });
  });

  it('never replaces what a client sent, and gives no access to another person’s entry', async () => {
    const { _id } = await ada.write({ weatherData: 'Kept' });
    expect((await lookUp(_id)).body).toMatchObject({ weatherStatus: 'ready', weatherData: 'Kept' });
    const bea = await new Api(url).signUp({ firstName: 'Bea' });
    expectProblem(await lookUp(_id, bea), 404, 'not_found');
    expectProblem(await lookUp('../new'), 404, 'not_found');
  });

  it('of an import is looked up only if the import requests it', async () => {
    const [quiet, wanted] = ['Quiet', 'Wanted'].map((name) => `${name} ${ada.user.id}`);
    const fileOf = (location?: string) =>
      Array.from({ length: 100 }, (_, n) => ({
        _id: String(n),
        content: 'Words',
        location,
        createdAt: CREATED_AT,
      }));
    const body = { entries: fileOf(wanted).slice(0, 2), lookUpWeather: true };
    expect((await importInto(ada, fileOf(quiet))).body).toMatchObject({ added: 100, lookedUp: 0 });
    const bea = await new Api(url).signUp({ firstName: 'Bea' });
    const report = await bea.request('POST', '/api/journal/import', { body });
    expect(report.body).toMatchObject({ added: 2, lookedUp: 2 });
    // The later import has its weather, so the earlier one will not be looked up.
    await eventually(async () => expect(await timesAsked(wanted!)).toBeGreaterThan(0));
    expect(await timesAsked(quiet!)).toBe(0);
  });

  it('names its provider', async () => {
    const { body } = await new Api(url).request<AboutDto>('GET', '/api/about');
    expect(body.weather).toEqual({ provider: 'weatherapi' });
  });
});
