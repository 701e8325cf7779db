import { Dependencies } from '@inner-weather/platform/dependencies';
import { jest } from '@jest/globals';
import { WeatherConfig } from '../config.js';
import { ObservationsService } from './observations.service.js';
import { LookUpError } from '../providers/look-up-error.js';
import type { LocalWeather, WeatherProvider, Where } from './weather-provider.js';

const MINUTE_MS = 60_000;
const NOON = Date.parse('2026-11-20T12:00:00Z');

const passing = () => new LookUpError('provider_unavailable', 'status 503');

/** A provider of which a test says what it answers, in its order; afterwards it is sunny. */
class Sky implements WeatherProvider {
  readonly name = 'weatherapi';
  readonly asked: string[] = [];
  readonly answers: (string | Error | Promise<string>)[] = [];

  async current({ city, place = city }: Where, signal: AbortSignal): Promise<LocalWeather> {
    this.asked.push(place);
    const answer = this.answers.shift() ?? 'Sunny';
    if (answer instanceof Error) throw answer;
    return { condition: await Promise.race([answer, aborted(signal)]), temperature: 21.4 };
  }

  past({ city, place = city }: Where, moment: Date, signal: AbortSignal): Promise<LocalWeather> {
    return this.current({ city, place: `${place} at ${moment.toISOString()}` }, signal);
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () =>
      reject(new LookUpError('provider_unavailable', 'no answer in time')),
    ),
  );

describe('observations', () => {
  let sky: Sky;
  let observations: ObservationsService;
  let now: number;
  let dependencies: Dependencies;

  beforeEach(() => {
    now = NOON;
    // The cache measures by the one clock and hours are told by the other.
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    jest.spyOn(performance, 'now').mockImplementation(() => now - NOON + 1_000);
    sky = new Sky();
    dependencies = new Dependencies();
    observations = new ObservationsService(
      sky,
      Object.assign(new WeatherConfig(), { WEATHER_TIMEOUT_MS: 150 }),
      dependencies,
    );
  });

  afterEach(() => jest.restoreAllMocks());

  const pass = async (ms: number) => {
    now += ms;
    // The cache holds its clock for a moment.
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const observe = (
    city: string,
    {
      moment = new Date(now),
      background = false,
      place,
    }: { moment?: Date; background?: boolean; place?: string } = {},
  ) => observations.observe({ city, place, moment, background });
  const later = () => {
    let resolve!: (text: string) => void;
    let reject!: (error: Error) => void;
    const promise = new Promise<string>((...both) => ([resolve, reject] = both));
    return { promise, resolve, reject };
  };

  it('say the condition and the temperature, who said so and when it was read', async () => {
    const before = new Date();
    const { observedAt, ...rest } = await observe('Porto');
    expect(rest).toEqual({ condition: 'Sunny', temperature: 21.4, provider: 'weatherapi' });
    expect([before, observedAt, new Date()].toSorted((a, b) => +a - +b)[1]).toBe(observedAt);
  });

  it('of one city are asked for once within the hour, however it is written', async () => {
    const first = await observe('Porto');
    await pass(59 * MINUTE_MS);
    expect(await Promise.all(['porto', ' PORTO ', 'Porto'].map((city) => observe(city)))).toEqual([
      first,
      first,
      first,
    ]);
    expect(sky.asked).toEqual(['Porto']);
  });

  it('of a place are of that one, whatever it is called, and of no other city of the name', async () => {
    await observe('Porto');
    await observe('Porto', { place: 'geo:-3.89,-42.71' });
    await observe('Somewhere', { place: 'geo:-3.89,-42.71' });
    expect(sky.asked).toEqual(['Porto', 'geo:-3.89,-42.71']);
  });

  // ASVS 1.3.6
  it.each(['auto:ip', '127.0.0.1', 'iata:DXB', 'metar:EGLL', '48.8,2.3', 'SW1', 'bulk', '::1'])(
    'of %s are never asked for: that is no name of a place',
    async (city) => {
      await expect(observe(city)).rejects.toMatchObject({ failure: 'no_such_city' });
      await expect(observe(city, { moment: new Date(NOON - 90 * MINUTE_MS) })).rejects.toMatchObject({
        failure: 'no_such_city',
      });
      expect(sky.asked).toEqual([]);
    },
  );

  it('are new with a new hour', async () => {
    await pass(59 * MINUTE_MS);
    sky.answers.push('Sunny', 'Rain');
    await observe('Porto');
    await pass(2 * MINUTE_MS);
    expect((await observe('Porto')).condition).toBe('Rain');
    expect(sky.asked).toHaveLength(2);
  });

  it('that are in progress are shared by concurrent callers', async () => {
    const answer = later();
    sky.answers.push(answer.promise);
    const all = Array.from({ length: 50 }, (_, n) => observe(n % 2 ? 'Porto' : 'porto'));
    answer.resolve('Fog');
    const conditions = (await Promise.all(all)).map(({ condition }) => condition);
    expect(conditions).toEqual(Array.from({ length: 50 }, () => 'Fog'));
    expect(sky.asked).toHaveLength(1);
  });

  it('that fail fail for all waiting callers, and not for later ones', async () => {
    sky.answers.push(passing(), passing());
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => observe('Porto')));
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 'rejected'));
    expect(sky.asked).toHaveLength(2);
    expect((await observe('Porto')).condition).toBe('Sunny');
    expect(sky.asked).toHaveLength(3);
  });

  it('are tried once more at once after a failure that may pass, of whatever kind', async () => {
    sky.answers.push(passing(), 'Rain', new TypeError('a bug'), 'Snow');
    expect((await observe('Porto')).condition).toBe('Rain');
    expect((await observe('Oslo')).condition).toBe('Snow');
    expect(sky.asked).toEqual(['Porto', 'Porto', 'Oslo', 'Oslo']);
  });

  it('are not tried again when that cannot help', async () => {
    sky.answers.push(
      new LookUpError('provider_refused', 'status 401'),
      new LookUpError('no_such_city', 'no'),
    );
    await expect(observe('Porto')).rejects.toMatchObject({ failure: 'provider_refused' });
    await expect(observe('Atlantis')).rejects.toMatchObject({ failure: 'no_such_city' });
    expect(sky.asked).toEqual(['Porto', 'Atlantis']);
  });

  it.each([
    ['at the first try', [], 1],
    ['at the second, both together', [passing()], 2],
  ])('end by the deadline %s, and can be asked for again', async (_when, before, times) => {
    sky.answers.push(...before, later().promise);
    await expect(observe('Porto')).rejects.toMatchObject({ message: 'no answer in time' });
    expect(sky.asked).toHaveLength(times);
    expect((await observe('Porto')).condition).toBe('Sunny');
  });

  it('of an unknown city are not requested again for ten minutes', async () => {
    sky.answers.push(new LookUpError('no_such_city', 'no'));
    const fail = () => expect(observe('Atlantis')).rejects.toMatchObject({ failure: 'no_such_city' });
    await fail();
    await pass(9 * MINUTE_MS);
    await fail();
    expect(sky.asked).toHaveLength(1);
    await pass(2 * MINUTE_MS);
    expect((await observe('Atlantis')).condition).toBe('Sunny');
  });

  it('that were refused are requested again by the next entry, since the key may have been fixed', async () => {
    sky.answers.push(new LookUpError('provider_refused', 'status 403'));
    await expect(observe('Porto')).rejects.toMatchObject({ failure: 'provider_refused' });
    expect((await observe('Porto')).condition).toBe('Sunny');
  });

  it('are kept for a bounded number of cities, those that were asked for last', async () => {
    await observe('first');
    for (let n = 1; n < 5_000; n += 1) await observe(`city ${n}`);
    await observe('first');
    expect(sky.asked).toHaveLength(5_000);
    await observe('one too many');
    await observe('first');
    expect(sky.asked).toHaveLength(5_001);
    await observe('city 1');
    expect(sky.asked).toHaveLength(5_002);
  });

  describe('of the past', () => {
    const YESTERDAY = new Date('2026-11-19T08:20:00Z');

    it('are asked for by their moment, once for each hour', async () => {
      for (const minute of ['08:00', '08:20', '08:59', '09:00'])
        await observe('Porto', { moment: new Date(`2026-11-19T${minute}:00Z`) });
      expect(sky.asked).toEqual(['Porto at 2026-11-19T08:00:00.000Z', 'Porto at 2026-11-19T09:00:00.000Z']);
    });

    it('begin where the last hour ends: until then it is the weather of now', async () => {
      await observe('Porto', { moment: new Date(NOON - 59 * MINUTE_MS) });
      await observe('Oslo', { moment: new Date(NOON - 60 * MINUTE_MS) });
      expect(sky.asked).toEqual(['Porto', 'Oslo at 2026-11-20T11:00:00.000Z']);
    });

    it('are not mixed up with those of now', async () => {
      sky.answers.push('Rain', 'Snow');
      expect((await observe('Porto')).condition).toBe('Rain');
      expect((await observe('Porto', { moment: YESTERDAY })).condition).toBe('Snow');
    });
  });

  describe('in the background', () => {
    const background = { background: true };

    it('are tried once', async () => {
      sky.answers.push(passing());
      await expect(observe('Porto', background)).rejects.toMatchObject({ failure: 'provider_unavailable' });
      expect(sky.asked).toEqual(['Porto']);
    });

    it('ask a provider that is away once in half a minute, however many cities they are of', async () => {
      sky.answers.push(...Array.from({ length: 100 }, passing));
      const ask = (round: number) =>
        Promise.allSettled(Array.from({ length: 50 }, (_, n) => observe(`city ${round}.${n}`, background)));
      await observe('Porto', background).catch(() => undefined);
      for (let round = 1; round <= 4; round += 1) {
        expect((await ask(round)).every(({ status }) => status === 'rejected')).toBe(true);
        await pass(10_000);
      }
      expect(sky.asked).toHaveLength(2);
    });

    it('continue for all callers once one of them has succeeded', async () => {
      sky.answers.push(passing());
      await observe('Porto', background).catch(() => undefined);
      await pass(30_000);
      expect((await observe('Porto', background)).condition).toBe('Sunny');
      expect((await observe('Oslo', background)).condition).toBe('Sunny');
    });

    it('do not delay callers in the foreground', async () => {
      sky.answers.push(passing());
      await observe('Porto', background).catch(() => undefined);
      expect((await observe('Oslo')).condition).toBe('Sunny');
    });

    it('continue after an hour without data and a city that was not asked for: the provider has not failed', async () => {
      sky.answers.push(new LookUpError('provider_unavailable', 'no data for this hour', false));
      await expect(observe('Porto', background)).rejects.toMatchObject({ failure: 'provider_unavailable' });
      expect(dependencies.list()).toMatchObject([{ name: 'weather', state: 'unused' }]);
      expect((await observe('Oslo', background)).condition).toBe('Sunny');
    });

    it('end with the response that a city is unknown', async () => {
      sky.answers.push(passing(), new LookUpError('no_such_city', 'no'));
      await observe('Porto', background).catch(() => undefined);
      await expect(observe('Atlantis')).rejects.toMatchObject({ failure: 'no_such_city' });
      expect((await observe('Porto', background)).condition).toBe('Sunny');
    });
  });
});
