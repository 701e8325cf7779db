import { randomUUID } from 'node:crypto';
import type { InsightJobDto, InsightPageDto } from '@inner-weather/contracts/insights/insights.dto';
import { daysOfPeriod } from '@inner-weather/domain/time/periods';
import { INSIGHT_TEXT } from '@inner-weather/testing/fake-models';
import { eventually } from '@inner-weather/testing/eventually';
import { Api, type Person } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { seen } from '../support/fakes.js';
import { expectProblem } from '../support/problem.js';

const { url, geminiUrl } = readE2eConfig();
const api = new Api(url);
const NO_ID = '0'.repeat(24);

/** The present day in a time zone. */
const dayIn = (timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format();

/** Requests a new insight, even if an existing one is still current. */
const ask = (who: Person, body: object = {}) =>
  who.request<InsightJobDto>('POST', '/api/insights', { body: { again: true, ...body } });
const askOnce = (who: Person, body?: object) => who.request<InsightJobDto>('POST', '/api/insights', { body });
const look = (who: Person, id: string, headers: Record<string, string> = {}) =>
  who.request<InsightJobDto>('GET', `/api/insights/${id}`, { headers });
const list = (who: Person, query = '') => who.request<InsightPageDto>('GET', `/api/insights${query}`);

/** A name that no other test uses: the requests to the model are found by it. */
const newName = () => `Ada-${randomUUID().slice(0, 8)}`;

/** The requests to Gemini about a user of this name. */
async function askedAbout(name: string): Promise<string[]> {
  const words = `Analyze the following journal entries for ${name} and identify patterns. Journals: `;
  return (await seen(geminiUrl))
    .map(({ body }) => JSON.stringify(body))
    .filter((body) => body.includes(words));
}

describe('POST /api/insights', () => {
  let ada: Person;

  beforeAll(async () => {
    ada = await api.signUp();
  });

  it('responds with 202, the queued job, its address and the time to poll, and no other field', async () => {
    const today = dayIn('UTC');
    const { status, headers, body } = await ask(ada, { range: 'lastWeek' });
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/api/insights/${body.id}`);
    expect(headers.get('retry-after')).toBe('1');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      status: 'queued',
      progress: { step: 'queued', entries: 0 },
      range: 'lastWeek',
      ...daysOfPeriod('lastWeek', today),
      provider: 'gemini',
      model: '',
      text: '',
      details: null,
      title: '',
      useful: null,
      letter: null,
      error: null,
      outdated: false,
      createdAt: expect.stringMatching(/^20.*Z$/),
      finishedAt: null,
    });
  });

  it.each(['lastWeek', 'lastMonth', 'last6Months'])('knows the days of %s', async (range) => {
    const { body } = await ask(ada, { range });
    expect(body).toMatchObject({ range, ...daysOfPeriod(range, dayIn('UTC')) });
    expect(body.startDate < body.endDate).toBe(true);
  });

  it.each(['lastYear', 'LASTWEEK', ' lastWeek', '', 'today', '__proto__', 'x'.repeat(50), undefined])(
    'treats the range %j as today',
    async (range) => {
      const today = dayIn('UTC');
      expect((await ask(ada, { range })).body).toMatchObject({
        range: 'today',
        startDate: today,
        endDate: today,
      });
    },
  );

  it('treats a missing body as today', async () => {
    const { status, body } = await askOnce(ada);
    expect({ status, range: body.range }).toEqual({ status: 202, range: 'today' });
  });

  it('counts days in the time zone that it is given', async () => {
    for (const tz of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
      const there = dayIn(tz);
      expect((await ask(ada, { tz })).body).toMatchObject({ startDate: there, endDate: there });
    }
  });

  it.each([
    ['range', 'range must be text', 5],
    ['range', 'range must be text', null],
    ['range', 'range must be text', ['lastWeek']],
    ['range', 'range must have at most 50 characters', 'x'.repeat(51)],
    ['tz', 'tz must be an IANA time zone such as Europe/Lisbon', 'Mars/Olympus'],
    ['tz', 'tz must be an IANA time zone such as Europe/Lisbon', '+02:00'],
    ['tz', 'tz must be an IANA time zone such as Europe/Lisbon', null],
    ['tz', 'tz must be an IANA time zone such as Europe/Lisbon', 2],
    ['again', 'again must be true or false', 'yes'],
  ])('refuses this %s: %s', async (field, msg, value) => {
    expectProblem(await ask(ada, { [field]: value }), 400, 'validation_failed', { msg, field });
  });
});

describe('an insight', () => {
  it('is written by the model from the entries of the range, in the words of the specification', async () => {
    const firstName = newName();
    const ada = await api.signUp({ firstName });
    await ada.stamped((await ada.write({ content: 'The river was loud', inputMood: 'Happy' }))._id);
    await ada.stamped((await ada.write({ content: 'Up too late', inputMood: 'Tired' }))._id);
    const job = await ada.finished((await ask(ada, { range: 'lastMonth' })).body.id);
    expect(job).toMatchObject({
      status: 'done',
      progress: { step: 'finished', entries: 2 },
      provider: 'gemini',
      model: 'gemini-3.5-flash-lite',
      text: INSIGHT_TEXT,
      error: null,
      outdated: false,
      finishedAt: expect.stringMatching(/^20.*Z$/),
    });
    const [question = '', ...more] = await askedAbout(firstName);
    expect(more).toEqual([]);
    expect(question).toContain('The river was loud');
    expect(question).toContain('Up too late');
    expect(question).toContain('Sunny');
    const body = JSON.parse(question) as Record<string, unknown>;
    expect(body.generationConfig).toEqual({
      temperature: 0.95,
      topP: 0.95,
      topK: 64,
      maxOutputTokens: 8192,
      responseMimeType: 'text/plain',
    });
    expect(JSON.stringify(body.systemInstruction)).toMatch(/wellbeing assistant/i);
  });

  it('of days without entries is done at once, says so, and calls no model', async () => {
    const firstName = newName();
    const ada = await api.signUp({ firstName });
    const job = await ada.finished((await ask(ada, { range: 'last6Months' })).body.id);
    expect(job).toMatchObject({
      status: 'done',
      progress: { step: 'finished', entries: 0 },
      model: '',
      error: null,
    });
    expect(job.text).toContain('no journal entries in this range');
    expect(await askedAbout(firstName)).toEqual([]);
  });

  it('contains no data of another user', async () => {
    const [eveName, adaName] = [newName(), newName()];
    const eve = await api.signUp({ firstName: eveName });
    await eve.write({ content: "Eve's secret" });
    const ada = await api.signUp({ firstName: adaName });
    await ada.write({ content: "Ada's own" });
    await ada.finished((await ask(ada, { range: 'lastWeek' })).body.id);
    const [question = ''] = await askedAbout(adaName);
    expect(question).toContain("Ada's own");
    expect(question).not.toContain("Eve's secret");
  });

  it('is marked as outdated when entries of its range change, and is not written again by itself', async () => {
    const firstName = newName();
    const ada = await api.signUp({ firstName });
    const entry = await ada.write();
    await ada.stamped(entry._id);
    const { id } = await ada.finished((await ask(ada, { range: 'lastWeek' })).body.id);
    expect((await look(ada, id)).body.outdated).toBe(false);
    await ada.write({ content: 'Something new' });
    await eventually(async () => expect((await look(ada, id)).body.outdated).toBe(true));
    expect((await look(ada, id)).body).toMatchObject({ status: 'done', text: INSIGHT_TEXT });
    expect(await askedAbout(firstName)).toHaveLength(1);
  });
});

describe('a finished insight', () => {
  let ada: Person;
  let eve: Person;
  let done: InsightJobDto;

  const change = (who: Person, id: string, body: object) =>
    who.request<InsightJobDto>('PATCH', `/api/insights/${id}`, { body });
  const remove = (who: Person, id: string) => who.request('DELETE', `/api/insights/${id}`);

  beforeAll(async () => {
    [ada, eve] = await Promise.all([api.signUp(), api.signUp()]);
    await ada.stamped((await ada.write({ content: 'A long walk', inputMood: 'Happy' }))._id);
    done = await ada.finished((await ask(ada, { range: 'lastWeek' })).body.id);
  });

  it('has the figures that it was written from, and days worth reading again', () => {
    expect(done.details).toMatchObject({
      selfHarm: false,
      figures: { days: [{ day: dayIn('UTC'), score: 1 }], weekdays: [{ days: 1, mean: null }] },
      notable: [{ inputMood: 'Happy', why: 'brightest' }],
    });
  });

  it('is reused for the same request while nothing has changed, and is written again after a change', async () => {
    expect((await askOnce(ada, { range: 'lastWeek' })).body).toEqual(done);
    expect((await askOnce(ada, { range: 'lastMonth' })).body.id).not.toBe(done.id);
    const second = await ada.write({ content: 'I want to die. No one would notice.' });
    await eventually(async () => expect((await look(ada, done.id)).body.outdated).toBe(true));
    const { body } = await askOnce(ada, { range: 'lastWeek' });
    expect(body.id).not.toBe(done.id);
    expect((await ada.finished(body.id)).details).toMatchObject({ selfHarm: true, notable: [] });
    await ada.request('DELETE', `/api/journal/delete/${second._id}`);
  });

  it('can be renamed and rated only by its owner', async () => {
    const named = await change(ada, done.id, { title: '  My\nweek ', useful: false });
    expect(named).toMatchObject({ status: 200, body: { title: 'My week', useful: false } });
    expect((await look(ada, done.id)).body).toEqual(named.body);
    const cleared = await change(ada, done.id, { title: '', useful: null });
    expect(cleared.body).toMatchObject({ title: '', useful: null });
    expectProblem(await change(eve, done.id, { title: 'x' }), 404, 'not_found', 'There is no such insight.');
  });

  it.each([
    ['title', 'title must have at most 100 characters', 'x'.repeat(101)],
    ['title', 'title must be text', null],
    ['useful', 'useful must be true, false or null', 'yes'],
  ])('refuses this %s: %s', async (field, msg, value) => {
    expectProblem(await change(ada, done.id, { [field]: value }), 400, 'validation_failed', { msg, field });
  });

  it('can be deleted only by its owner, once, and does not come back', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { range: 'last6Months', again: true };
    const post = () => ada.request<InsightJobDto>('POST', '/api/insights', { body, headers });
    const { id } = await ada.finished((await post()).body.id);
    expectProblem(await remove(eve, id), 404, 'not_found');
    expect(await remove(ada, id)).toMatchObject({ status: 204 });
    expectProblem(await remove(ada, id), 404, 'not_found');
    expectProblem(await look(ada, id), 404, 'not_found');
    expectProblem(await post(), 404, 'not_found');
  });
});

describe('GET /api/insights/{id}', () => {
  let ada: Person;
  let done: InsightJobDto;

  beforeAll(async () => {
    ada = await api.signUp();
    done = await ada.finished((await ask(ada)).body.id);
  });

  it('answers the job, with a tag that changes with it', async () => {
    const { status, headers, body } = await look(ada, done.id);
    expect({ status, body }).toEqual({ status: 200, body: done });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('etag')).toMatch(/^W\/"[\w-]{27}"$/);
    expect(headers.get('retry-after')).toBeNull();
    const other = await ada.finished((await ask(ada)).body.id);
    expect((await look(ada, other.id)).headers.get('etag')).not.toBe(headers.get('etag'));
  });

  it('answers 304 without a body to a client that has it already, however the tag is sent', async () => {
    const etag = (await look(ada, done.id)).headers.get('etag') ?? '';
    for (const known of [etag, etag.slice(2), `"a", ${etag}`, '*']) {
      const { status, body, headers } = await look(ada, done.id, { 'if-none-match': known });
      expect({ status, body, etag: headers.get('etag') }).toEqual({ status: 304, body: '', etag });
    }
    for (const other of ['"a"', etag.replaceAll('"', ''), '', 'W/']) {
      expect((await look(ada, done.id, { 'if-none-match': other })).status).toBe(200);
    }
  });

  it("does not know another person's job, not even with its tag", async () => {
    const eve = await api.signUp();
    const etag = (await look(ada, done.id)).headers.get('etag') ?? '';
    expectProblem(await look(eve, done.id), 404, 'not_found', 'There is no such insight.');
    expectProblem(await look(eve, done.id, { 'if-none-match': etag }), 404, 'not_found');
    expectProblem(await look(eve, done.id, { 'if-none-match': '*' }), 404, 'not_found');
  });

  it.each([
    NO_ID,
    'x',
    '-1',
    'null',
    '%00',
    '%7B%22%24ne%22%3A1%7D',
    'a'.repeat(90),
    'a'.repeat(300),
    '%F0%9F%8C%A7',
  ])('does not know the job %s', async (id) => {
    expectProblem(await look(ada, id), 404, 'not_found');
  });
});

describe('GET /api/insights', () => {
  let ada: Person;
  const ids: string[] = [];

  beforeAll(async () => {
    ada = await api.signUp();
    for (let n = 0; n < 5; n++) ids.unshift((await ask(ada)).body.id);
    for (const id of ids) await ada.finished(id);
  });

  it("lists a person's jobs, newest first, each as it is under its own address", async () => {
    const { status, headers, body } = await list(ada);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(body).sort()).toEqual(['items', 'nextCursor']);
    expect(body.nextCursor).toBeNull();
    expect(body.items.map(({ id }) => id)).toEqual(ids);
    for (const item of body.items) expect(item).toEqual((await look(ada, item.id)).body);
  });

  it('pages by limit and cursor, without a gap or a repetition', async () => {
    const pages: string[][] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: InsightPageDto } = await list(ada, `?limit=2${cursor && `&cursor=${cursor}`}`);
      pages.push(body.items.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  });

  it('shows twenty at a time unless it is told otherwise', async () => {
    const busy = await api.signUp();
    await Promise.all(Array.from({ length: 21 }, () => ask(busy)));
    const { body } = await list(busy);
    expect(body.items).toHaveLength(20);
    expect((await list(busy, `?cursor=${body.nextCursor}`)).body.items).toHaveLength(1);
    expect((await list(busy, '?limit=100')).body.items).toHaveLength(21);
  });

  it("shows nothing of another person's", async () => {
    const eve = await api.signUp();
    expect((await list(eve)).body).toEqual({ items: [], nextCursor: null });
    const { nextCursor } = (await list(ada, '?limit=1')).body;
    expect((await list(eve, `?cursor=${nextCursor}`)).body.items).toEqual([]);
  });

  it.each([
    ['limit', 'limit must be at least 1', '0'],
    ['limit', 'limit must be at most 100', '101'],
    ['limit', 'limit must be a whole number', 'x'],
    ['limit', 'limit must be a whole number', '1&limit=2'],
    ['cursor', 'cursor is not valid', 'x'],
    ['cursor', 'cursor is not valid', 'x'.repeat(201)],
    ['cursor', 'cursor must be text', 'a&cursor=b'],
  ])('says of this %s: %s', async (field, msg, value) => {
    expectProblem(await list(ada, `?${field}=${value}`), 400, 'validation_failed', { msg, field });
  });
});
