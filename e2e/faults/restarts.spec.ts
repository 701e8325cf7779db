import { eventually } from '@inner-weather/testing/eventually';
import type { FakeServer } from '@inner-weather/testing/fake-server';
import { startFakeWeatherApi } from '@inner-weather/testing/fake-weather';
import { Api } from '../support/api.js';
import { settle } from '../support/ledger.js';
import { Load } from '../support/load.js';
import { startTestStack } from '../support/stack.mjs';

describe('under load', () => {
  let weather: FakeServer;
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  let api: Api;

  beforeAll(async () => {
    weather = await startFakeWeatherApi();
    // Look-ups take their time, so that some are always under way when a service goes.
    const slow = { delayMs: 250, body: { current: { condition: { text: 'Sunny' } } } };
    weather.script(...Array.from({ length: 5_000 }, () => slow));
    stack = await startTestStack({
      serviceEnv: { weather: { WEATHER_API_KEY: 'test', WEATHER_API_URL: weather.url } },
    });
    api = new Api(stack.url);
  }, 60_000);

  afterAll(async () => {
    await stack.stop();
    await weather.close();
  }, 60_000);

  const everyEntryIsStamped = (load: Load): Promise<void> =>
    eventually(
      async () =>
        expect((await load.entries()).filter(({ weatherStatus }) => weatherStatus !== 'ready')).toEqual([]),
      { timeoutMs: 60_000, everyMs: 500 },
    );

  it('every service is restarted in turn by SIGTERM, and nothing is lost', async () => {
    const load = new Load(await Promise.all(Array.from({ length: 5 }, () => api.signUp())));
    await load.reached(50);
    for (const name of ['weather', 'insights', 'journal', 'auth', 'gateway'] as const) {
      await stack.services[name].restart();
      await load.reached(load.ledger.size + 25);
    }
    await load.stop();
    const entries = await load.entries();
    const outcome = load.ledger.compare(entries.map(({ content }) => content));
    settle('every service restarted in turn', outcome);
    // Whatever failed, a retry under the same key has saved.
    expect(outcome.acknowledged).toBe(outcome.attempted);
    await everyEntryIsStamped(load);
  }, 180_000);

  it('every service is killed in turn, and nothing is lost', async () => {
    const load = new Load(await Promise.all(Array.from({ length: 5 }, () => api.signUp())));
    await load.reached(50);
    for (const name of ['weather', 'insights', 'journal', 'auth', 'gateway'] as const) {
      stack.services[name].kill('SIGKILL');
      await eventually(() => stack.services[name].ready(), { timeoutMs: 30_000, everyMs: 250 });
      await load.reached(load.ledger.size + 25);
    }
    await load.stop();
    const entries = await load.entries();
    const outcome = load.ledger.compare(entries.map(({ content }) => content));
    settle('every service killed in turn', outcome);
    expect(outcome.acknowledged).toBe(outcome.attempted);
    await everyEntryIsStamped(load);
  }, 180_000);

  it('a save whose answer was lost is one entry', async () => {
    const person = await api.signUp();
    const { email, location } = person.user;
    const body = JSON.stringify({ email, content: 'Only once', location });
    const headers = {
      'x-auth-token': person.token,
      'content-type': 'application/json',
      'idempotency-key': 'lost-1',
    };
    // The browser goes away while the save is under way: it never learns what came of it.
    const goneAfter = [0, 1, 2, 4, 8, 16];
    for (const ms of goneAfter) {
      const signal = AbortSignal.timeout(ms);
      await fetch(`${stack.url}/api/journal/new`, { method: 'POST', headers, body, signal }).catch(
        () => undefined,
      );
    }
    const again = await fetch(`${stack.url}/api/journal/new`, { method: 'POST', headers, body });
    const twice = await fetch(`${stack.url}/api/journal/new`, { method: 'POST', headers, body });
    const ids = await Promise.all(
      [again, twice].map(async (answer) => ((await answer.json()) as { _id: string })._id),
    );
    expect([again.status, twice.status]).toEqual([201, 201]);
    expect((await person.search()).body.map(({ _id }) => _id)).toEqual([ids[0]]);
    expect(ids[1]).toBe(ids[0]);
  });
});
