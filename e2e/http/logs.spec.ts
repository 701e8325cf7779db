import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '../../deploy/local/services.mjs';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { eventually } from '@inner-weather/testing/eventually';
import { Api, PASSWORD, signUpForm } from '../support/requests/api.js';
import { readE2eConfig } from '../support/stacks/config.js';
import { sendRaw } from '../support/requests/raw.js';
import { newSubscription } from '../support/requests/every-route.js';

const { url, logs } = readE2eConfig();
const api = new Api(url);

const allText = (): string =>
  readdirSync(logs)
    .filter((name) => name.endsWith('.log'))
    .map((file) => readFileSync(join(logs, file), 'utf8'))
    .join('');
/** What follows the last line break is still being written. */
const allLines = (): string[] => allText().split('\n').slice(0, -1);

interface Line {
  level: string;
  time: string;
  service: string;
  msg: string;
  correlationId?: string;
  trace_id?: string;
  span_id?: string;
  [more: string]: unknown;
}

function linesOf(service: string): Line[] {
  return allLines()
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.service === service);
}

// Contract: 9 keys of weather and model stay on the server
// ASVS 14.1.1, 14.1.2, 14.2.4, 16.1.1, 16.2.3, 16.2.4, 16.2.5, 16.3.2, 16.3.3, 16.4.1
describe('the logs', () => {
  it('have no warning of Node about listeners, from the start on', async () => {
    const list = () => api.request('GET', '/api/about');
    await Promise.all(Array.from({ length: 30 }, list));
    const lines = allLines();
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes('MaxListenersExceededWarning'))).toEqual([]);
  });

  it('contain neither typed text nor tokens, after any request', async () => {
    const secret = (what: string) => `${what}-${randomUUID()}`;
    const form = signUpForm({
      firstName: secret('first'),
      lastName: secret('last'),
      location: secret('city'),
      password: secret('password'),
    });
    form.passwordVal = form.password;
    const { email, password } = form;
    const { body, headers } = await api.request<{ token: string }>('POST', '/api/user/new', { body: form });
    const { token } = body;
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const texts = { content: secret('content'), inputMood: secret('mood'), weatherData: secret('weather') };
    const moved = {
      content: secret('content again'),
      inputMood: texts.inputMood,
      location: secret('city again'),
    };
    const wrong = { wrongPassword: secret('wrong'), wrongEmail: `${secret('nobody')}@example.org` };

    const request = (method: string, path: string, what: object | string = {}) =>
      api.request<{ _id: string }>(method, path, { body: what, token, headers: { cookie } });
    const looked = secret('city looked up');
    await api.request('GET', `/api/places?name=${looked}`);
    await request('POST', '/api/user/new', form);
    await request('POST', '/api/login', { email, password: wrong.wrongPassword });
    await request('POST', '/api/login', { email: wrong.wrongEmail, password });
    await request('PATCH', '/api/user/me', { email: wrong.wrongEmail, currentPassword: wrong.wrongPassword });
    const entry = { email, location: form.location, content: texts.content };
    const response = await request('POST', '/api/journal/new', entry);
    await request('POST', '/api/journal/new', { ...entry, weatherData: texts.weatherData });
    await request('POST', '/api/journal/new', { ...entry, inputMood: texts.inputMood });
    await request('POST', '/api/journal/new', { ...entry, email: wrong.wrongEmail });
    await request('POST', '/api/journal/new', `{"content":"${texts.content}"`);
    await request('POST', '/api/journal/new', { ...entry, content: texts.content.repeat(10_000) });
    await request('PUT', `/api/journal/update/${response.body._id}`, moved);
    const query = `userReference=${encodeURIComponent(email)}&startDate=${texts.content}&endDate=2026-01-01`;
    await api.request('GET', `/api/journal/search?${query}`, { token });
    const searched = secret('words');
    for (const path of ['/api/journal/search', `/api/journal/search?words=${searched}`])
      await request('POST', path, { startDate: '2020-01-01', endDate: '2026-01-01', words: searched });
    await api.request('GET', `/journal?words=${searched}`);
    await api.request('GET', `/api/nope/${texts.content}?email=${email}`, { token });
    await api.request('GET', '/api/user/me', { token: `${token}x` });
    await request('PATCH', '/api/user/me', { aiConsent: ['gemini'] });
    const job = await api.request<InsightJobDto>('POST', '/api/insights', {
      body: { range: 'lastWeek' },
      token,
    });
    await eventually(async () => {
      const { body: now } = await api.request<InsightJobDto>('GET', `/api/insights/${job.body.id}`, {
        token,
      });
      expect(now.status).toBe('done');
    });
    await api.request('GET', '/api/session', { headers: { cookie } });
    await api.request('POST', '/api/logout', { headers: { cookie } });

    const ada = await api.signUp();
    const { secret: totpSecret, recoveryCodes } = await ada.turnOnSecondFactor();
    const [recoveryCode = ''] = recoveryCodes;
    const wrongCode = secret('code');
    for (const code of [wrongCode, recoveryCode]) {
      const login = { email: ada.user.email, password: PASSWORD, code };
      await api.request('POST', '/api/login', { body: login });
    }

    const bea = await api.signUp();
    const keyName = secret('key');
    const { token: accessToken } = await bea.createAccessToken({ name: keyName });
    const wrongAccessToken = `${accessToken.slice(0, -8)}AAAAAAAA`;
    for (const key of [accessToken, wrongAccessToken]) {
      const authorized = { authorization: `Bearer ${key}` };
      for (const path of ['/api/journal/tags', '/api/user/me'])
        await api.request('GET', path, { headers: authorized });
    }

    const subscription = newSubscription();
    await bea.request('POST', '/api/reminders/subscriptions', { body: subscription });
    await bea.request('POST', '/api/reminders/subscriptions', {
      body: { ...subscription, endpoint: `https://push.example.org/${secret('endpoint')}` },
    });
    await bea.request('POST', '/api/reminders/test');
    const { body: feed } = await bea.request<{ path: string }>('POST', '/api/reminders/feed');
    const wrongFeed = secret('calendar');
    for (const path of [feed.path, `${feed.path}/x`, `/api/reminders/feed/${wrongFeed}.ics`])
      await api.request('GET', path);
    const reminded = {
      endpoint: subscription.endpoint.split('/').at(-1) ?? '',
      ...subscription.keys,
      feed: feed.path.split('/').at(-1)?.replace('.ics', '') ?? '',
      wrongFeed,
    };

    const codes = { totpSecret, recoveryCode, wrongCode };
    const secrets = {
      ...codes,
      ...reminded,
      keyName,
      accessToken,
      wrongAccessToken,
      looked,
      ...form,
      ...texts,
      ...moved,
      ...wrong,
      searched,
      token,
      cookie: cookie.split('.')[1] ?? '',
    };
    // The lines about all of that are there when the line about a later request is.
    const last = `last-${randomUUID()}`;
    await api.request('GET', '/api/about', { headers: { 'x-request-id': last } });
    await eventually(() =>
      expect(linesOf('gateway').map(({ correlationId }) => correlationId)).toContain(last),
    );
    const [, pem = ''] = readFileSync(join(logs, '..', 'keys', 'jwt-private.pem'), 'utf8').split('\n');
    expect(pem).toMatch(/^[\w+/]{64}$/);
    const text = allText();
    for (const [what, value] of Object.entries({
      ...secrets,
      pem,
      weatherKey: 'weather-test-key',
      modelKey: 'gemini-test-key',
    })) {
      expect({ what, found: text.includes(value) }).toEqual({ what, found: false });
      const encoded = encodeURIComponent(value);
      expect({ what, found: text.includes(encoded) }).toEqual({ what, found: false });
    }
  });

  it('write one line about every request: its route, never its address', async () => {
    const id = `line-${randomUUID()}`;
    const path = '/api/insights/some-id-of-mine';
    const ada = await api.signUp();
    await ada.request('GET', `${path}?x=some-query-of-mine`, { headers: { 'x-request-id': id } });
    await eventually(() => {
      const matchingLines = linesOf('gateway').filter((line) => line.correlationId === id);
      expect(matchingLines).toEqual([
        {
          level: 'info',
          time: expect.stringMatching(/^20.*Z$/),
          service: 'gateway',
          correlationId: id,
          trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
          span_id: expect.stringMatching(/^[0-9a-f]{16}$/),
          method: 'GET',
          route: '/api/insights/:id',
          status: 404,
          code: 'not_found',
          userId: ada.user.id,
          ms: expect.any(Number),
          msg: 'request',
        },
      ]);
    });
    expect(allText()).not.toContain('of-mine');
  });

  it('report a malformed request, without its contents', async () => {
    const unreadable = () => linesOf('gateway').filter(({ msg }) => msg === 'unreadable request');
    const before = unreadable().length;
    await sendRaw(url, 'HELLO of-theirs\r\n\r\n');
    await eventually(() => expect(unreadable()).toHaveLength(before + 1));
    expect(unreadable().at(-1)).toMatchObject({ level: 'warn', status: 400, code: 'malformed_request' });
    expect(allText()).not.toContain('of-theirs');
  });

  it('are JSON from the first line to the last, and each line names its service', () => {
    const services = new Set<string>();
    for (const line of allLines().filter(Boolean)) {
      const { service, ...rest } = JSON.parse(line) as Line;
      expect(rest).toMatchObject({ level: expect.any(String), time: expect.any(String) });
      services.add(service);
    }
    expect([...services].sort()).toEqual([...SERVICE_NAMES].sort());
  });

  it.each(SERVICE_NAMES)('hold no warning and no error of %s after a start', (service) => {
    const lines = linesOf(service);
    const started = lines.findIndex(({ msg }) => msg === 'started');
    expect(started).toBeGreaterThan(0);
    const complaints = lines.slice(0, started).filter(({ level }) => level !== 'info');
    expect(complaints.map(({ msg }) => msg)).toEqual([]);
  });
});
