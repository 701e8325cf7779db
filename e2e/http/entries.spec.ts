import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { WEATHER_UNAVAILABLE } from '@inner-weather/domain/weather/weather-unavailable';
import { MOODS } from '@inner-weather/domain/entries/moods';
import type { TagsDto } from '@inner-weather/contracts/journal/tags.dto';
import { eventually } from '@inner-weather/testing/eventually';
import { UNKNOWN_CITY } from '@inner-weather/testing/fake-weather';
import { Api, type Person } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { expectProblem } from '../support/problem.js';

const api = new Api(readE2eConfig().url);
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe('POST /api/journal/new', () => {
  let ada: Person;

  beforeAll(async () => {
    ada = await api.signUp();
  });

  const post = (changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
    const entry = { email: ada.user.email, content: 'A walk', inputMood: 'Happy', location: 'Porto' };
    return ada.request<EntryDto>('POST', '/api/journal/new', { body: { ...entry, ...changes }, headers });
  };

  it('responds with 201 and the stored entry, which is pending and has no other field', async () => {
    const { status, headers, body } = await post();
    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      content: 'A walk',
      inputMood: 'Happy',
      location: 'Porto',
      tags: [],
      weatherData: '',
      weatherStatus: 'pending',
      neverSendToAi: false,
      checkIn: false,
      createdAt: expect.stringMatching(ISO),
      day: body.createdAt.slice(0, 10),
      updatedAt: body.createdAt,
    });
    expect(Math.abs(Date.now() - Date.parse(body.createdAt))).toBeLessThan(60_000);
  });

  it.each(MOODS)('takes the mood %s', async (inputMood) => {
    expect((await post({ inputMood })).body.inputMood).toBe(inputMood);
  });

  it('takes an entry without a mood', async () => {
    const { status, body } = await post({ inputMood: undefined });
    expect({ status, inputMood: body.inputMood }).toEqual({ status: 201, inputMood: '' });
  });

  it('accepts a custom mood of up to 50 characters', async () => {
    const inputMood = 'quietly proud, a little tired, and glad of the sea';
    expect((await post({ inputMood })).body.inputMood).toBe(inputMood);
    const msg = 'Mood must have 1 to 50 characters';
    for (const bad of ['', ' ', `${inputMood}.`])
      expectProblem(await post({ inputMood: bad }), 400, 'validation_failed', { msg, field: 'inputMood' });
  });

  it.each([null, 3, ['Happy'], {}])('refuses the mood %j', async (inputMood) => {
    const msg = 'Mood must be text';
    expectProblem(await post({ inputMood }), 400, 'validation_failed', { msg, field: 'inputMood' });
  });

  it('accepts a date, and gets the weather of that time', async () => {
    const date = new Date(Date.now() - 30 * 60 * 60_000).toISOString();
    const { status, body } = await post({ date });
    expect({ status, createdAt: body.createdAt }).toEqual({ status: 201, createdAt: date });
    await eventually(async () => {
      const day = date.slice(0, 10);
      const query = `userReference=${encodeURIComponent(ada.user.email)}&startDate=${day}&endDate=${day}`;
      const results = await ada.request<EntryDto[]>('GET', `/api/journal/search?${query}`);
      expect(results.body.find(({ _id }) => _id === body._id)).toMatchObject({ weatherStatus: 'ready' });
    });
  });

  it.each([
    [
      'Date must be a time with its UTC offset such as 2026-11-20T21:30:00+01:00, from 1900 to now',
      '2026-11-20',
    ],
    ['Date must be a time with its UTC offset such as 2026-11-20T21:30:00+01:00, from 1900 to now', 5],
    ['Date must not be in the future', new Date(Date.now() + 60 * 60_000).toISOString()],
  ])('says %j to the date %j', async (msg, date) => {
    expectProblem(await post({ date }), 400, 'validation_failed', { msg, field: 'date' });
  });

  it('accepts tags, which are listed and can be searched', async () => {
    expect((await post({ tags: ['River', ' river ', 'an evening with Bea'] })).body.tags).toEqual([
      'River',
      'an evening with Bea',
    ]);
    const { body, headers } = await ada.request<TagsDto>('GET', '/api/journal/tags');
    expect(body.tags).toEqual([
      { tag: 'an evening with Bea', entries: 1 },
      { tag: 'River', entries: 1 },
    ]);
    const etag = headers.get('etag') ?? '';
    const secondResponse = await ada.request('GET', '/api/journal/tags', {
      headers: { 'if-none-match': etag },
    });
    expect(secondResponse.status).toBe(304);
    const days = 'startDate=2000-01-01&endDate=2100-01-01&tag=RIVER';
    const query = `userReference=${encodeURIComponent(ada.user.email)}&${days}`;
    const results = await ada.request<EntryDto[]>('GET', `/api/journal/search?${query}`);
    expect(results.body.map(({ tags }) => tags)).toEqual([['River', 'an evening with Bea']]);
  });

  it.each([
    ['tags must be a list', 'river'],
    ['tags must contain only text', [5]],
    ['Each tag must have 1 to 30 characters', ['']],
    ['An entry can have at most 10 tags', Array.from({ length: 11 }, (_, n) => `tag ${n}`)],
  ])('says %j to the tags %j', async (msg, tags) => {
    expectProblem(await post({ tags }), 400, 'validation_failed', { msg, field: 'tags' });
  });

  it('keeps 20,000 characters as they were typed, and refuses one more', async () => {
    const content = `  ${'å'.repeat(19_989)}\r\n\t<b>&  `;
    expect(content).toHaveLength(20_000);
    expect((await post({ content })).body.content).toBe(content);
    const msg = 'Content must have at most 20000 characters';
    expectProblem(await post({ content: `${content}.` }), 400, 'validation_failed', {
      msg,
      field: 'content',
    });
  });

  it('takes the longest entry made of the longest characters', async () => {
    const content = '🌧'.repeat(20_000);
    const body = JSON.stringify({ email: ada.user.email, content, location: 'Porto' });
    const escaped = body.replace(/[\ud800-\udfff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);
    const answer = await ada.request<EntryDto>('POST', '/api/journal/new', { body: escaped });
    expect(answer.status).toBe(201);
    expect(answer.body.content).toBe(content);
  });

  it.each([
    ['Content must be text', undefined],
    ['Content must be text', null],
    ['Content must be text', 5],
    ['Content must be text', ['a']],
    ['Content must be text', { $ne: '' }],
    ['Content must not be empty', ''],
    ['Content must not be empty', ' \n\t '],
  ])('says "%s" of the content %j', async (msg, content) => {
    expectProblem(await post({ content }), 400, 'validation_failed', { msg, field: 'content' });
  });

  it('takes empty content only in a check-in with a mood', async () => {
    const empty = await post({ content: '', checkIn: true });
    expect([empty.status, empty.body.content, empty.body.checkIn]).toEqual([201, '', true]);
    const words = await post({ content: 'A walk', checkIn: true });
    expect([words.status, words.body.checkIn]).toEqual([201, false]);
    const noMood = { msg: 'A check-in needs a mood', field: 'inputMood' };
    expectProblem(
      await post({ content: '', checkIn: true, inputMood: undefined }),
      400,
      'validation_failed',
      noMood,
    );
    for (const checkIn of [false, undefined]) {
      const msg = 'Content must not be empty';
      expectProblem(await post({ content: '', checkIn }), 400, 'validation_failed', {
        msg,
        field: 'content',
      });
    }
    const msg = 'checkIn must be true or false';
    expectProblem(await post({ checkIn: 'yes' }), 400, 'validation_failed', { msg, field: 'checkIn' });
  });

  it('takes a city of 1 to 100 characters, without the white space around it', async () => {
    expect((await post({ location: `  ${'x'.repeat(100)} ` })).body.location).toBe('x'.repeat(100));
    expect((await post({ location: 'Y' })).body.location).toBe('Y');
  });

  it.each([
    ['Location must have 1 to 100 characters', 'x'.repeat(101)],
    ['Location must have 1 to 100 characters', ''],
    ['Location must have 1 to 100 characters', '   '],
    ['Location must be text', undefined],
    ['Location must be text', 7],
    ['Location must be text', ['Porto']],
  ])('says "%s" of the city %j', async (msg, location) => {
    expectProblem(await post({ location }), 400, 'validation_failed', { msg, field: 'location' });
  });

  it.each([undefined, '', 'ada', 4, null, ['a@b.org'], { $gt: '' }])(
    'refuses the email %j',
    async (email) => {
      const msg = 'Email must be a valid email address';
      expectProblem(await post({ email }), 400, 'validation_failed', { msg, field: 'email' });
    },
  );

  it("refuses another person's email, known or not, and stores nothing", async () => {
    const eve = await api.signUp();
    const before = (await ada.search()).body.length;
    for (const email of [eve.user.email, 'nobody@example.org']) {
      const msg = 'You can only use your own journal';
      expectProblem(await post({ email }), 403, 'forbidden', { msg, field: 'email' });
    }
    expect((await ada.search()).body).toHaveLength(before);
    expect((await eve.search()).body).toEqual([]);
  });

  it("takes the writer's own email in capitals and with white space", async () => {
    expect((await post({ email: ` ${ada.user.email.toUpperCase()} ` })).status).toBe(201);
  });

  it('names every field that is wrong', async () => {
    const answer = await post({ email: 'x', content: '', inputMood: '', location: '', weatherData: 5 });
    const problem = expectProblem(answer, 400, 'validation_failed');
    const fields = ['content', 'email', 'inputMood', 'location', 'weatherData'];
    expect(problem.errors.map(({ field }) => field).sort()).toEqual(fields);
  });

  it('ignores all other fields of the client', async () => {
    const { status, body } = await post({
      _id: '0'.repeat(24),
      userId: 'x',
      weatherStatus: 'ready',
      createdAt: '2001-01-01T00:00:00.000Z',
      day: '2001-01-01',
      temperature: 12,
      weather: { status: 'ready', text: 'x' },
      schemaVersion: 9,
    });
    expect(status).toBe(201);
    expect(body._id).not.toBe('0'.repeat(24));
    expect(body.weatherStatus).toBe('pending');
    expect([body.createdAt > '2026', body.day > '2026']).toEqual([true, true]);
    expect(Object.keys(body)).toHaveLength(12);
  });

  it('keeps weather that the client sends, and does not look it up', async () => {
    const { body } = await post({ weatherData: 'Sandstorm, 41 °C', location: 'Porto' });
    expect(body).toMatchObject({ weatherData: 'Sandstorm, 41 °C', weatherStatus: 'ready' });
    const other = await post();
    await ada.stamped(other.body._id);
    const saved = (await ada.search()).body.find(({ _id }) => _id === body._id);
    expect(saved).toMatchObject({ weatherData: 'Sandstorm, 41 °C', weatherStatus: 'ready' });
    expect(saved).not.toHaveProperty('temperature');
  });

  it('looks the weather up where the client sent only white space', async () => {
    expect((await post({ weatherData: ' ' })).body).toMatchObject({
      weatherData: '',
      weatherStatus: 'pending',
    });
  });

  it.each([
    ['Weather must have at most 200 characters', 'x'.repeat(201)],
    ['Weather must be text', null],
    ['Weather must be text', { text: 'Sunny' }],
  ])('says "%s" of other weather', async (msg, weatherData) => {
    expectProblem(await post({ weatherData }), 400, 'validation_failed', { msg, field: 'weatherData' });
  });

  it('stamps the entry a moment later', async () => {
    const { body } = await post({ location: 'Bergen' });
    const stamped = await ada.stamped(body._id);
    expect(stamped).toEqual({
      ...body,
      weatherData: 'Light rain',
      weatherStatus: 'ready',
      temperature: 7.6,
    });
  });

  it('uses the documented text if no provider knows the city', async () => {
    const { body } = await post({ location: UNKNOWN_CITY });
    const stamped = await ada.stamped(body._id);
    expect(WEATHER_UNAVAILABLE.message).toBe('Weather data not available for this Journal Entry');
    expect(stamped).toEqual({
      ...body,
      weatherData: WEATHER_UNAVAILABLE.message,
      weatherStatus: 'unavailable',
    });
  });
});
