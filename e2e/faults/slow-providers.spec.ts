import type { InsightJobDto } from '@inner-weather/contracts/insights.dto';
import { startFakeGemini } from '@inner-weather/testing/fake-models';
import type { FakeServer } from '@inner-weather/testing/fake-server';
import { startFakeWeatherApi } from '@inner-weather/testing/fake-weather';
import { Api, type Person } from '../support/api.js';
import { startTestStack } from '../support/stack.mjs';

/** For how long a provider that hangs keeps a request: longer than everything that is measured meanwhile. */
const HANGS_MS = 60_000;
const ROUNDS = 150;
/** How many times as slow as with healthy providers; what a busy machine adds to a ninety-fifth percentile. */
const ALLOWED = 3;
/** Below this many milliseconds two latencies are told apart by noise alone. */
const FLOOR_MS = 25;

describe('a slow provider', () => {
  let weather: FakeServer;
  let gemini: FakeServer;
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  let person: Person;

  beforeAll(async () => {
    [weather, gemini] = await Promise.all([startFakeWeatherApi(), startFakeGemini()]);
    stack = await startTestStack({
      serviceEnv: {
        weather: { WEATHER_API_KEY: 'test', WEATHER_API_URL: weather.url, WEATHER_TIMEOUT_MS: '60000' },
        insights: { GEMINI_API_KEY: 'test', GEMINI_API_URL: gemini.url },
      },
    });
    person = await new Api(stack.url).signUp();
  }, 60_000);

  afterAll(async () => {
    await Promise.all([weather.close(), gemini.close()]);
    await stack.stop();
  }, 60_000);

  /** The ninety-fifth percentiles of saves and of searches, in milliseconds. */
  const measure = async (cityOf: (n: number) => string) => {
    const saves: number[] = [];
    const searches: number[] = [];
    for (let n = 0; n < ROUNDS; n += 1) {
      const began = performance.now();
      await person.write({ location: cityOf(n) });
      saves.push(performance.now() - began);
      const searched = performance.now();
      const { status } = await person.search({ limit: '20' });
      searches.push(performance.now() - searched);
      expect(status).toBe(200);
    }
    return { save: p95(saves), search: p95(searches) };
  };

  it('that hangs for 60 seconds slows neither saves nor searches', async () => {
    await measure(() => 'Porto');
    const healthy = await measure((n) => `Healthy ${n}`);

    const hanging = { delayMs: HANGS_MS, hangUp: true };
    weather.script(...Array.from({ length: 10 * ROUNDS }, () => hanging));
    gemini.script(...Array.from({ length: 100 }, () => hanging));
    const asked = weather.seen.length;
    for (let n = 0; n < 10; n += 1) {
      const { status } = await person.request<InsightJobDto>('POST', '/api/insights', {
        body: { range: 'lastWeek' },
      });
      expect(status).toBe(202);
    }
    const slow = await measure((n) => `Hanging ${n}`);
    expect(weather.seen.length).toBeGreaterThan(asked);
    expect(gemini.seen.length).toBeGreaterThan(0);
    for (const what of ['save', 'search'] as const) {
      process.stderr.write(
        `  p95 of a ${what}: ${healthy[what].toFixed(1)} ms, with hanging providers ${slow[what].toFixed(1)} ms\n`,
      );
      expect(slow[what]).toBeLessThan(ALLOWED * Math.max(healthy[what], FLOOR_MS));
    }
  }, 120_000);
});

function p95(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Infinity;
}
