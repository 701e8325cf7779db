import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import type { FakeServer } from '@inner-weather/testing/fake-server';
import { startFakeOpenMeteo } from '@inner-weather/testing/fake-weather';
import { Api, signUpForm } from '../support/api.js';
import { startTestStack } from '../support/stack.mjs';

/* An installation without any API key, here behind a proxy that speaks https. */
describe('a journal without keys, at an https address', () => {
  let openMeteo: FakeServer;
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  let api: Api;

  beforeAll(async () => {
    openMeteo = await startFakeOpenMeteo();
    stack = await startTestStack({
      env: { PUBLIC_URL: 'https://journal.example.org', AUTHOR_URL: 'https://code.example.org/ada' },
      serviceEnv: { weather: { OPEN_METEO_URL: openMeteo.url, OPEN_METEO_GEOCODING_URL: openMeteo.url } },
    });
    api = new Api(stack.url);
  }, 120_000);

  afterAll(async () => {
    await stack.stop();
    await openMeteo.close();
  });

  beforeEach(() => openMeteo.script());

  it('returns the link of the footer to the code', async () => {
    const { body } = await api.request('GET', '/api/about');
    expect(body).toMatchObject({ authorUrl: 'https://code.example.org/ada' });
  });

  describe('the weather', () => {
    it("is Open-Meteo's, in WMO's words", async () => {
      const ada = await api.signUp({ location: 'Oslo' });
      const stamped = await ada.stamped((await ada.write())._id);
      const weather = { weatherData: 'Moderate snowfall', weatherStatus: 'ready', temperature: -0.4 };
      expect(stamped).toMatchObject(weather);
    });

    it.each([
      ['Springfield, Illinois', '39.8,-89.64'],
      ['Porto, Brazil', '-3.89,-42.71'],
    ])('in %s is that of the place that people mean, now and in the past', async (location, coordinates) => {
      const ada = await api.signUp({ location });
      for (const date of [undefined, new Date(Date.now() - 3 * 60 * 60_000).toISOString()]) {
        expect(await ada.stamped((await ada.write({ date }))._id)).toMatchObject({
          weatherStatus: 'ready',
        });
        const { path, query } = openMeteo.seen.at(-1)!;
        expect([path, `${query.latitude},${query.longitude}`]).toEqual(['/forecast', coordinates]);
      }
    });
  });

  it("looks cities up with Open-Meteo's geocoding", async () => {
    const { body } = await api.request('GET', '/api/places?name=Bergen');
    expect(body).toEqual({
      items: [
        { location: 'Bergen, Norway', detail: 'Vestland', place: 'geo:60.39,5.32' },
        { location: 'Bergen, Netherlands', detail: 'Limburg', place: 'geo:51.6,6.05' },
      ],
    });
    expect(openMeteo.seen.at(-1)).toMatchObject({ path: '/search', query: { name: 'Bergen' } });
  });

  describe('insights', () => {
    const insight = async (firstName: string) => {
      const ada = await api.signUp({ firstName });
      for (const [content, inputMood, weatherData] of [
        ['A wonderful, happy day by the river', 'Very Happy', 'Clear sky'],
        ['Tired and sad, nothing went well', 'Sad', 'Slight rain'],
        ['A calm and good evening with friends', 'Happy', 'Clear sky'],
      ]) {
        await ada.write({ content, inputMood, weatherData });
      }
      const response = await ada.request<InsightJobDto>('POST', '/api/insights', {
        body: { range: 'lastWeek', again: true },
      });
      expect(response.body.provider).toBe('local');
      return ada.finished(response.body.id);
    };

    it('are written by the built-in model, and say so', async () => {
      const job = await insight('Ada');
      expect(job).toMatchObject({
        status: 'done',
        provider: 'local',
        model: 'statistics',
        progress: { step: 'finished', entries: 3 },
        error: null,
      });
      expect(job.text).toContain('Ada');
      expect(job.text).toMatch(/\b3\b|\bthree\b/i);
    });

    it('are the same for the same entries', async () => {
      expect((await insight('Ada')).text).toBe((await insight('Ada')).text);
    });
  });

  describe('https', () => {
    it('makes the cookie Secure, both when it is set and when it is removed', async () => {
      const signedUp = await api.request('POST', '/api/user/new', { body: signUpForm() });
      const set = signedUp.headers.getSetCookie()[0] ?? '';
      expect(set).toMatch(/^token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
      const cookie = set.split(';')[0] ?? '';
      const restored = await api.request('GET', '/api/session', { headers: { cookie } });
      expect(restored.status).toBe(200);
      const out = await api.request('POST', '/api/logout', { headers: { cookie } });
      expect(out.headers.getSetCookie()[0]).toMatch(/^token=;.*HttpOnly; Secure; SameSite=Strict$/);
    });

    it('tells browsers to keep using it', async () => {
      const { headers } = await api.request('GET', '/');
      expect(headers.get('strict-transport-security')).toBe('max-age=63072000');
      expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests');
    });
  });
});
