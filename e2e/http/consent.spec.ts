import { AUTHOR_URL } from '@inner-weather/domain/author';
import type { UserDto } from '@inner-weather/contracts/accounts/users.dto';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { Api, type Person } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { seen } from '../support/fakes.js';
import { expectProblem } from '../support/problem.js';

const { url, geminiUrl } = readE2eConfig();
const api = new Api(url);

const agree = (person: Person, aiConsent: unknown) =>
  person.request<UserDto>('PATCH', '/api/user/me', { body: { aiConsent } });
const ask = (person: Person) =>
  person.request<InsightJobDto>('POST', '/api/insights', { body: { range: 'lastWeek', again: true } });
/** The requests to Gemini that hold these words. */
const sentWith = async (words: string) =>
  (await seen(geminiUrl)).filter(({ body }) => JSON.stringify(body).includes(words));

describe('the consent to an outside model', () => {
  let ada: Person;
  let secret: string;

  beforeEach(async () => {
    ada = await api.signUp({ aiConsent: [] });
    secret = `secret-${ada.user.id}`;
    await ada.write({ content: secret, weatherData: 'Sunny' });
  });

  it('shows the recipient without a login', async () => {
    const insights = { provider: 'gemini', model: 'gemini-3.5-flash-lite', recipient: 'gemini' };
    expect(await api.request('GET', '/api/about')).toMatchObject({
      status: 200,
      body: { insights, authorUrl: AUTHOR_URL },
    });
  });

  it('is required before anything is sent', async () => {
    expect((await ada.request<UserDto>('GET', '/api/user/me')).body.aiConsent).toEqual([]);
    const words = 'Entries are sent to gemini only after you have agreed to that.';
    expectProblem(await ask(ada), 403, 'consent_required', { msg: words, field: 'aiConsent' });
    expect((await ada.request('GET', '/api/insights')).body).toMatchObject({ items: [] });
    expect(await sentWith(secret)).toEqual([]);
  });

  it('is given by PATCH /user/me, and kept', async () => {
    expect(await agree(ada, ['gemini'])).toMatchObject({ status: 200, body: { aiConsent: ['gemini'] } });
    expect((await ada.request<UserDto>('GET', '/api/user/me')).body.aiConsent).toEqual(['gemini']);
    const asked = await ask(ada);
    expect(asked.status).toBe(202);
    expect(await ada.finished(asked.body.id)).toMatchObject({ status: 'done', provider: 'gemini' });
    expect(await sentWith(secret)).toHaveLength(1);
  });

  it('can be withdrawn', async () => {
    await agree(ada, ['gemini']);
    expect((await agree(ada, [])).body.aiConsent).toEqual([]);
    expectProblem(await ask(ada), 403, 'consent_required');
  });

  it.each([
    ['gemini'],
    [{}],
    [['']],
    [[5]],
    [['a b']],
    [['Gemini']],
    [['gemini', 'gemini']],
    [[['gemini']]],
    [null],
  ])('is a list of names, not %j', async (bad) => {
    const problem = expectProblem(await agree(ada, bad), 400, 'validation_failed');
    expect(problem.errors[0]?.field).toBe('aiConsent');
  });

  it('never covers a marked entry, even when the mark is set later', async () => {
    await agree(ada, ['gemini']);
    const marked = await ada.write({
      content: `${secret} marked`,
      weatherData: 'Sunny',
      neverSendToAi: true,
    });
    expect(marked.neverSendToAi).toBe(true);
    const { _id } = await ada.write({ content: `${secret} later`, weatherData: 'Sunny' });
    const body = { content: `${secret} later`, inputMood: 'Sad', location: 'Porto', neverSendToAi: true };
    const edited = await ada.request<EntryDto>('PUT', `/api/journal/update/${_id}`, { body });
    expect(edited.body.neverSendToAi).toBe(true);
    const { text } = await ada.finished((await ask(ada)).body.id);
    expect(text).toContain('Written without 2 entries that are marked never send to AI.');
    expect(await sentWith(secret)).toHaveLength(1);
    expect(await sentWith(`${secret} marked`)).toEqual([]);
    expect(await sentWith(`${secret} later`)).toEqual([]);
  });

  it('keeps the mark of an entry if an edit does not mention it', async () => {
    const { _id } = await ada.write({ neverSendToAi: true, weatherData: 'Sunny' });
    const body = { content: 'x', inputMood: 'Sad', location: 'Porto' };
    const edited = await ada.request<EntryDto>('PUT', `/api/journal/update/${_id}`, { body });
    expect(edited.body.neverSendToAi).toBe(true);
  });
});
