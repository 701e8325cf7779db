import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { WEATHER_UNAVAILABLE } from '@inner-weather/domain/weather/weather-unavailable';
import {
  errorInfo,
  geminiError,
  geminiReply,
  INSIGHT_TEXT,
  startFakeGemini,
} from '@inner-weather/testing/fake-models';
import { eventually } from '@inner-weather/testing/eventually';
import type { FakeServer, Reply } from '@inner-weather/testing/fake-server';
import { startFakeWeatherApi, weatherApiError } from '@inner-weather/testing/fake-weather';
import { Api, type Person } from '../support/api.js';
import { startTestStack } from '../support/stack.mjs';

const times = (count: number, reply: Reply): Reply[] => Array.from({ length: count }, () => reply);

/** More answers than all retries request, twice each. */
const FOR_GOOD = 20;

let cities = 0;
/** A city whose weather was never asked for, so that it is not cached. */
const newCity = (): string => `City ${++cities}`;

describe('providers that fail', () => {
  let weather: FakeServer;
  let gemini: FakeServer;
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  let ada: Person;

  beforeAll(async () => {
    weather = await startFakeWeatherApi();
    gemini = await startFakeGemini();
    stack = await startTestStack({
      serviceEnv: {
        weather: {
          WEATHER_API_KEY: 'secret-weather-key',
          WEATHER_API_URL: weather.url,
          WEATHER_TIMEOUT_MS: '2000',
        },
        insights: {
          GEMINI_API_KEY: 'secret-model-key',
          GEMINI_API_URL: gemini.url,
          GEMINI_MODELS: 'gemini-1.5-flash, gemini-flash-latest',
          MODEL_TIMEOUT_MS: '6000',
        },
      },
    });
    ada = await new Api(stack.url).signUp();
  }, 120_000);

  afterAll(async () => {
    await stack.stop();
    await weather.close();
    await gemini.close();
  });

  beforeEach(() => {
    weather.script();
    gemini.script();
  });

  /** Lines reach the file by way of this process, so an answer may be here before them. */
  const loudLines = (service: string, words: string): Promise<string[]> =>
    eventually(() => {
      const lines = readFileSync(join(stack.logs, `${service}.log`), 'utf8')
        .split('\n')
        .filter((line) => line.includes('"level":"error"') && line.includes(words));
      expect(lines).not.toEqual([]);
      return lines;
    });

  it.each<[string, Reply]>([
    ['is down', weatherApiError(503, 9999, 'Internal application error.')],
    ['refuses the key', weatherApiError(401, 2006, 'API key provided is invalid')],
    ['is too slow', { delayMs: 3_000 }],
  ])('leave the weather of a place now unknown if one %s', async (_what, reply) => {
    weather.script(reply);
    const place = `geo:${(cities += 1)}.5,100`;
    const answer = await ada.request('GET', `/api/places/weather?place=${place}`);
    expect([answer.status, answer.body]).toEqual([200, { weather: null }]);
  });

  it('that cannot look up a city does not prevent a sign-up', async () => {
    const lookUp = (name: string) => new Api(stack.url).request('GET', `/api/places?name=${name}`);
    weather.script({ status: 503, body: '<h1>Service Unavailable</h1>' });
    expect(await lookUp('Porto')).toMatchObject({ status: 200, body: { items: null } });
    expect((await new Api(stack.url).signUp({ location: 'Porto' })).user.location).toBe('Porto');
    weather.script();
    await eventually(async () =>
      expect((await lookUp('Porto')).body).toMatchObject({
        items: [{ location: 'Porto, Portugal' }, {}, {}],
      }),
    );
  });

  describe('the weather', () => {
    const stamped = async (...replies: Reply[]) => {
      weather.script(...replies);
      const entry = await ada.write({ location: newCity() });
      expect(entry.weatherStatus).toBe('pending');
      return ada.stamped(entry._id);
    };
    const UNAVAILABLE = { weatherData: WEATHER_UNAVAILABLE.message, weatherStatus: 'unavailable' };
    const READY = { weatherData: 'Partly cloudy', weatherStatus: 'ready' };

    it('arrives by itself after its provider was down for a while', async () => {
      const down = { status: 503, body: '<h1>Service Unavailable</h1>' };
      expect(await stamped(...times(5, down))).toMatchObject(READY);
    });

    it('becomes unavailable if its provider stays down', async () => {
      expect(await stamped(...times(FOR_GOOD, { status: 500, body: {} }))).toMatchObject(UNAVAILABLE);
    });

    it('is unavailable at once where there is no such city, and that is asked only once', async () => {
      const before = weather.seen.length;
      expect(await stamped(weatherApiError(400, 1006, 'No matching location found.'))).toMatchObject(
        UNAVAILABLE,
      );
      expect(weather.seen.length - before).toBe(1);
    });

    it('is unavailable at once for a refused key, which is logged once as an error, without the key', async () => {
      for (const [status, code] of [
        [401, 2006],
        [403, 2007],
        [403, 2008],
        [403, 2009],
      ] as const) {
        expect(await stamped(weatherApiError(status, code, 'API key.'))).toMatchObject(UNAVAILABLE);
      }
      const lines = await loudLines('weather', 'WEATHER_API_KEY');
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toContain('secret-weather-key');
    });

    it('is looked up again when the entry moves to a known city', async () => {
      const entry = await stamped(weatherApiError(400, 1006, 'No matching location found.'));
      const body = { content: entry.content, inputMood: 'Happy', location: newCity() };
      const moved = await ada.request('PUT', `/api/journal/update/${entry._id}`, { body });
      expect(moved.body).toMatchObject({ weatherData: '', weatherStatus: 'pending' });
      expect(await ada.stamped(entry._id)).toMatchObject(READY);
    });
  });

  describe('the model', () => {
    const insight = async (...replies: Reply[]) => {
      gemini.script(...replies);
      const { body } = await ada.request<InsightJobDto>('POST', '/api/insights', {
        body: { range: 'lastWeek', again: true },
      });
      return ada.finished(body.id);
    };
    const DONE = { status: 'done', provider: 'gemini', text: INSIGHT_TEXT, error: null };
    const failed = (code: string, msg: string) => ({
      status: 'failed',
      provider: 'gemini',
      model: '',
      text: '',
      error: { code, msg },
      progress: { step: 'finished' },
      finishedAt: expect.stringMatching(/^20.*Z$/),
    });

    beforeAll(async () => void (await ada.write()));

    it('that was retired is replaced by the next name, which the job then shows', async () => {
      expect(await insight()).toMatchObject({ ...DONE, model: 'gemini-flash-latest' });
    });

    it('that stays down fails the job with a reason, and no other provider is used', async () => {
      const job = await insight(...times(FOR_GOOD, geminiError(503, 'UNAVAILABLE')));
      const msg = 'The language model could not be reached. Please ask again in a few minutes.';
      expect(job).toMatchObject(failed('model_unavailable', msg));
    });

    it.each([
      ['an invalid key', geminiError(400, 'INVALID_ARGUMENT', [errorInfo('API_KEY_INVALID')])],
      ['a key without permission', geminiError(403, 'PERMISSION_DENIED')],
    ])(
      'that refuses %s is a problem for the administrator, and the message names the variable',
      async (_what, reply) => {
        const msg =
          'The language model does not accept this server. The person who runs this journal needs to check GEMINI_API_KEY.';
        expect(await insight(reply)).toMatchObject(failed('model_refused', msg));
        for (const line of await loudLines('insights', 'GEMINI_API_KEY'))
          expect(line).not.toContain('secret-model-key');
      },
    );

    it('can be asked again after a failure; both are in the list', async () => {
      const bad = await insight(geminiReply(undefined, 'SAFETY'));
      const good = await insight();
      expect(good).toMatchObject(DONE);
      const { body } = await ada.request<{ items: InsightJobDto[] }>('GET', '/api/insights?limit=2');
      expect(body.items).toEqual([good, bad]);
    });
  });
});
