import { randomUUID } from 'node:crypto';
import { ANSWER_MARK } from '@inner-weather/domain/problems/answer-mark';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { Api, type Answer, claimsOf, dayFromToday, signUpForm } from '../support/requests/api.js';
import { readE2eConfig } from '../support/stacks/config.js';
import { expectProblem } from '../support/requests/problem.js';
import { MEASURE } from '../support/requests/route-requests.js';

const api = new Api(readE2eConfig().url);
const TEXTS = ['We walked to the Café.', 'I tried to walk.', 'The river was loud.'];

const [ada, eve] = [await api.signUp(), await api.signUp()];
const measureId = randomUUID();
await ada.request('PUT', `/api/measures/${measureId}`, { body: { ...MEASURE } });
for (const content of TEXTS)
  await ada.write({ content, tags: ['River'], weatherData: 'Sunny', measures: { [measureId]: 420 } });
const asked = await ada.request<InsightJobDto>('POST', '/api/insights', { body: { range: 'lastWeek' } });
const insight = await ada.finished(asked.body.id);

// Contract: 3 `userReference` and `email` name the user
// Contract: 7 `PUT /journal/update/{id}`, `DELETE /journal/delete/{id}`, `GET /journal/search`
// Contract: 9 six moods, dates, periods, cookie
// ASVS 3.3.2
/** What only the gateway says and reads, beside bodies that the services answer and test. */
describe('headers', () => {
  const textsOf = ({ body }: Answer<EntryDto[]>): string[] => body.map(({ content }) => content);
  const pageOf = ({ headers }: Answer): [string | null, string | null] => [
    headers.get('x-total-count'),
    headers.get('x-next-cursor'),
  ];

  it('say where a new insight is, and when to ask for it', () => {
    expect([asked.status, asked.headers.get('location'), asked.headers.get('retry-after')]).toEqual([
      202,
      `/api/insights/${asked.body.id}`,
      '1',
    ]);
  });

  const get = (path: string, known = '', who = ada) =>
    who.request('GET', path, { headers: known ? { 'if-none-match': known } : {} });

  const range = `from=${dayFromToday(-1)}&to=${dayFromToday(1)}`;
  it.each([
    `/api/insights/${insight.id}`,
    '/api/journal/tags',
    `/api/journal/days?year=${dayFromToday(0).slice(0, 4)}`,
    `/api/journal/statistics?${range}`,
    `/api/measures/days?${range}`,
    `/api/measures/together?${range}`,
  ])('answer 304 without a body to who has it, and to nobody else: %s', async (at) => {
    const { headers } = await get(at);
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    expect(headers.get('retry-after')).toBeNull();
    const { status, body, headers: again } = await get(at, etag);
    expect({ status, body, etag: again.get('etag') }).toEqual({ status: 304, body: '', etag });
    expect(again.get(ANSWER_MARK)).toBe('1');
    expect((await get(at, '"a"')).status).toBe(200);
    expect((await get(at, etag, eve)).status).not.toBe(304);
  });

  it('take a tag in every form that is one', async () => {
    const path = '/api/journal/tags';
    const etag = (await get(path)).headers.get('etag') ?? '';
    for (const known of [etag.slice(2), `"a", ${etag}`, '*'])
      expect(await get(path, known)).toMatchObject({ status: 304, body: '' });
    for (const other of [etag.replaceAll('"', ''), 'W/']) expect((await get(path, other)).status).toBe(200);
  });

  it('count what a search found, and say where its next page begins', async () => {
    const first = await ada.search({ limit: '2' });
    expect([textsOf(first), first.headers.get('content-type')]).toEqual([
      [TEXTS[2], TEXTS[1]],
      'application/json; charset=utf-8',
    ]);
    expect(pageOf(first)).toEqual(['3', expect.any(String)]);
    const second = await ada.search({ limit: '2', cursor: pageOf(first)[1]! });
    expect([textsOf(second), pageOf(second)]).toEqual([[TEXTS[0]], ['3', null]]);
    expectProblem(await ada.search({ userReference: 'eve@example.org' }), 403, 'forbidden', {
      msg: 'You can only use your own journal',
      field: 'userReference',
    });
    expect((await ada.search({ userReference: ada.user.email.toUpperCase() })).status).toBe(200);
    expect((await ada.search({ cursor: 'x' })).status).toBe(400);

    const found = await ada.find({ words: 'WALKING', limit: 1 });
    expect([textsOf(found), pageOf(found)]).toEqual([[TEXTS[1]], ['2', expect.any(String)]]);
    const rest = await ada.find({ words: 'WALKING', limit: 1, cursor: pageOf(found)[1] });
    expect([textsOf(rest), pageOf(rest)]).toEqual([[TEXTS[0]], [null, null]]);
  });

  it('refuse an edit or a deletion with an old tag by 412, with the entry as it is now', async () => {
    const { _id } = await ada.write({ weatherData: 'Sunny' });
    const read = await ada.request<EntryDto>('GET', `/api/journal/entries/${_id}`);
    const headers = { 'if-match': read.headers.get('etag') ?? '' };
    expect(headers['if-match']).toMatch(/^"[^"]+"$/);
    const update = (content: string) =>
      ada.request<EntryDto>('PUT', `/api/journal/update/${_id}`, {
        body: { content, inputMood: 'Sad', location: 'Porto' },
        headers,
      });
    const remove = () => ada.request('DELETE', `/api/journal/delete/${_id}`, { headers });
    const first = await update('First');
    expect(first.status).toBe(200);
    for (const refused of [await update('Late'), await remove()]) {
      expectProblem(refused, 412, 'entry_changed');
      expect(refused.body).toMatchObject({ current: { _id, content: 'First' } });
    }
    // A compressing proxy forwards the tag like this.
    headers['if-match'] = `"x", W/${first.headers.get('etag')}`;
    const third = await update('Third');
    expect([third.status, third.headers.get('etag')]).toEqual([200, expect.not.stringMatching(/^W/)]);
    headers['if-match'] = third.headers.get('etag') ?? '';
    expect(await remove()).toMatchObject({ status: 204, body: '' });
  });

  it('set the cookie of a new session for 30 days, which is not the token', async () => {
    const form = signUpForm();
    const { headers, body, status } = await api.inTurn<{ token: string }>('POST', '/api/user/new', {
      body: form,
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.1' },
    });
    const login = await api.inTurn('POST', '/api/login', {
      body: { email: form.email, password: form.password },
    });
    expect([status, login.status, Object.keys(body)]).toEqual([201, 200, ['token']]);
    for (const answer of [headers, login.headers]) {
      const [session = '', own = '', device = ''] = answer.getSetCookie();
      // Only a proxy that is trusted makes it Secure.
      expect(session).toMatch(/^token=[^;]{40,}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/);
      expect(session).not.toContain(body.token);
      // The same under a name that no other service of the host has.
      expect(own.replace(/^inner-weather-\d+=/, 'token=')).toBe(session);
      expect(device).toMatch(/^device=[\w-]{43}; Max-Age=7776000; Path=\/api; HttpOnly; SameSite=Strict$/);
    }
    const wrong = await api.inTurn('POST', '/api/login', {
      body: { email: form.email, password: 'a guess' },
    });
    expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([401, []]);
  });

  it('remove it with the account', async () => {
    const gone = await api.signUp();
    const { headers } = await gone.deleteAccount(undefined, { headers: { cookie: gone.cookie } });
    for (const name of ['(token|inner-weather-\\d+)', 'device'])
      expect(headers.getSetCookie().join('\n')).toMatch(
        new RegExp(`^${name}=;.*Expires=Thu, 01 Jan 1970`, 'm'),
      );
  });

  it.each([
    ['what was chosen', { language: 'ar' }, 'fr', 'ar'],
    // Which of several is the best: languages.spec.ts of libs/languages. One in another script comes last.
    ['or else what the browser prefers', {}, 'ja, zh-TW, pt;q=0.8, de;q=0.7', 'pt-BR'],
  ])('give a new account a language: %s', async (_what, chosen, preferred, language) => {
    const { body } = await api.inTurn<{ token: string }>('POST', '/api/user/new', {
      body: signUpForm(chosen),
      headers: { 'accept-language': preferred },
    });
    expect(claimsOf(body.token).user).toMatchObject({ language });
  });
});
