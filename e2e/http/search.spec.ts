import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { ENTRY_NAMES } from '@inner-weather/domain/entries/entry-names';
import { Api, type Answer, type Person } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { expectProblem } from '../support/problem.js';

const api = new Api(readE2eConfig().url);

/** The present day in a time zone. */
const dayIn = (timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format();

const textsOf = ({ body }: Answer<EntryDto[]>): string[] => body.map(({ content }) => content);

/** The names of what is answered. A temperature is not known of every entry. */
const fieldsOf = (entry: EntryDto): string[] => [...new Set([...Object.keys(entry), 'temperature'])].sort();

describe('GET /api/journal/search', () => {
  let ada: Person;
  let eve: Person;
  const TEXTS = ['first', 'second', 'third', 'fourth', 'fifth'];

  beforeAll(async () => {
    ada = await api.signUp();
    eve = await api.signUp();
    for (const content of TEXTS) await ada.write({ content });
    await eve.write({ content: "Eve's" });
  });

  /** Searches with exactly the parameters of the UI. */
  const raw = (query: string) => ada.request<EntryDto[]>('GET', `/api/journal/search?${query}`);
  const days = `userReference=${'{email}'}&startDate=2026-01-01&endDate=2026-01-02`;
  const own = () => days.replace('{email}', encodeURIComponent(ada.user.email));

  it('answers an array of entries, newest first, and how many there are', async () => {
    const { status, headers, body } = await ada.search();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-total-count')).toBe('5');
    expect(headers.get('x-next-cursor')).toBeNull();
    expect(body.map(({ content }) => content)).toEqual([...TEXTS].reverse());
    for (const entry of body) {
      expect(fieldsOf(entry)).toEqual([...ENTRY_NAMES].sort());
    }
  });

  it('answers an empty array for days without entries', async () => {
    const answer = await ada.search({ startDate: '2020-02-29', endDate: '2020-02-29' });
    expect(answer).toMatchObject({ status: 200, body: [] });
    expect(answer.headers.get('x-total-count')).toBe('0');
  });

  it('pages by limit and cursor, without a gap or a repetition', async () => {
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const answer: Answer<EntryDto[]> = await ada.search({ limit: '2', ...(cursor && { cursor }) });
      expect(answer.headers.get('x-total-count')).toBe('5');
      pages.push(textsOf(answer));
      cursor = answer.headers.get('x-next-cursor');
    } while (cursor);
    expect(pages).toEqual([['fifth', 'fourth'], ['third', 'second'], ['first']]);
  });

  it('continues at the same place when new entries come in front', async () => {
    const person = await api.signUp();
    for (const content of TEXTS) await person.write({ content });
    const first = await person.search({ limit: '3' });
    await person.write({ content: 'newer' });
    const cursor = first.headers.get('x-next-cursor') ?? '';
    expect(textsOf(await person.search({ limit: '3', cursor }))).toEqual(['second', 'first']);
  });

  it('recognizes a full last page as the end', async () => {
    expect((await ada.search({ limit: '5' })).headers.get('x-next-cursor')).toBeNull();
    expect((await ada.search({ limit: '500' })).body).toHaveLength(5);
  });

  it.each([
    ['limit must be at least 1', '0'],
    ['limit must be at least 1', '-1'],
    ['limit must be at least 1', ''],
    ['limit must be at most 500', '501'],
    ['limit must be a whole number', '1.5'],
    ['limit must be a whole number', 'ten'],
    ['limit must be a whole number', 'Infinity'],
  ])('says "%s" of limit=%s', async (msg, limit) => {
    expectProblem(await ada.search({ limit }), 400, 'validation_failed', { msg, field: 'limit' });
  });

  it.each(['', 'x', 'MTIz', '0'.repeat(200), Buffer.from('1.zzzz').toString('base64url'), '{"$gt":1}'])(
    'refuses the cursor %s',
    async (cursor) => {
      const msg = 'cursor is not valid';
      expectProblem(await ada.search({ cursor }), 400, 'validation_failed', { msg, field: 'cursor' });
    },
  );

  it('refuses a cursor that is too long', async () => {
    expectProblem(await ada.search({ cursor: 'x'.repeat(201) }), 400, 'validation_failed');
  });

  it("refuses another person's userReference", async () => {
    const msg = 'You can only use your own journal';
    for (const userReference of [eve.user.email, 'nobody@example.org']) {
      expectProblem(await ada.search({ userReference }), 403, 'forbidden', { msg, field: 'userReference' });
    }
  });

  it('takes one’s own userReference in capitals', async () => {
    expect((await ada.search({ userReference: ada.user.email.toUpperCase() })).body).toHaveLength(5);
  });

  it.each([
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '26-01-01',
    '2026-1-1',
    '20260101',
    '',
    'today',
  ])('refuses the day %s, at either end', async (day) => {
    const words = 'must be a real day in the form YYYY-MM-DD';
    expectProblem(await ada.search({ startDate: day }), 400, 'validation_failed', {
      msg: `Date From ${words}`,
      field: 'startDate',
    });
    expectProblem(await ada.search({ endDate: day }), 400, 'validation_failed', {
      msg: `Date To ${words}`,
      field: 'endDate',
    });
  });

  it('takes the 29th of February of a leap year, and the ends of time', async () => {
    expect((await ada.search({ startDate: '2024-02-29', endDate: '2024-02-29' })).status).toBe(200);
    expect((await ada.search({ startDate: '0001-01-01', endDate: '9999-12-31' })).body).toHaveLength(5);
  });

  it('takes one day, and refuses a start after the end', async () => {
    expect((await ada.search({ startDate: '2026-01-02', endDate: '2026-01-02' })).status).toBe(200);
    const reversed = await ada.search({ startDate: '2026-01-02', endDate: '2026-01-01' });
    const msg = 'Date From must not be after Date To';
    expectProblem(reversed, 400, 'validation_failed', { msg, field: 'startDate' });
  });

  it('needs all three parameters', async () => {
    const problem = expectProblem(await raw(''), 400, 'validation_failed');
    expect(problem.errors.map(({ field }) => field)).toEqual(['userReference', 'startDate', 'endDate']);
  });

  it('finds an entry by its local day, in any requested time zone', async () => {
    const bea = await api.signUp();
    const created = await bea.write({ date: '2026-03-02T00:30:00+09:00', weatherData: 'Sunny' });
    expect(created.createdAt).toBe('2026-03-02T00:30:00.000+09:00');
    for (const tz of ['Asia/Tokyo', 'Pacific/Honolulu', undefined]) {
      const on = (day: string) => bea.search({ startDate: day, endDate: day, ...(tz && { tz }) });
      expect((await on('2026-03-02')).body).toEqual([created]);
      expect((await on('2026-03-01')).body).toEqual([]);
    }
    // Without a date, it is the day in the time zone of the device or, where none is named, of the account.
    await bea.request('PATCH', '/api/user/me', { body: { timeZone: 'Etc/GMT+12' } });
    for (const tz of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
      const { createdAt } = await bea.write({ tz, weatherData: 'Sunny' });
      expect(createdAt.slice(0, 10)).toBe(dayIn(tz));
    }
  });

  it.each([
    ['Europe/Lisbon', '2026-03-29'],
    ['Europe/Lisbon', '2026-10-25'],
    ['America/Sao_Paulo', '2018-11-04'],
    ['Africa/Cairo', '2026-04-24'],
    ['Pacific/Apia', '2011-12-30'],
    ['Antarctica/Troll', '2026-03-29'],
  ])('takes a day of %s on which the clock jumps: %s', async (tz, day) => {
    expect(await ada.search({ startDate: day, endDate: day, tz })).toMatchObject({ status: 200, body: [] });
  });

  it.each(['Mars/Olympus', '', '+02:00', 'UTC+2', 'Europe/Lisbon; drop', 'x'.repeat(100)])(
    'refuses the time zone %s',
    async (tz) => {
      const msg = 'tz must be an IANA time zone such as Europe/Lisbon';
      expectProblem(await ada.search({ tz }), 400, 'validation_failed', { msg, field: 'tz' });
    },
  );

  it.each([
    'startDate=2026-01-01',
    'endDate=2026-01-02',
    'userReference=a%40example.org',
    'tz=UTC&tz=UTC',
    'limit=1&limit=2',
    'cursor=a&cursor=b',
  ])('refuses parameters that come twice: %s', async (again) => {
    expectProblem(await raw(`${own()}&${again}`), 400, 'validation_failed');
  });

  it.each(['__proto__=x', 'constructor=x', '__proto__[limit]=0', 'limit[$gt]=0', 'hello=world', '=', '&&&'])(
    'takes no notice of %s',
    async (more) => {
      expect(await raw(`${own()}&${more}`)).toMatchObject({ status: 200, body: [] });
    },
  );

  it('refuses objects in place of text', async () => {
    expectProblem(await raw(own().replace('startDate', 'startDate[$gte]')), 400, 'validation_failed');
  });
});

describe('POST /api/journal/search', () => {
  let ada: Person;
  let eve: Person;
  const TEXTS = ['We walked to the Café.', 'I tried to walk.', 'The river was loud.'];

  beforeAll(async () => {
    ada = await api.signUp();
    eve = await api.signUp();
    for (const content of TEXTS) await ada.write({ content, weatherData: 'Light rain' });
    await ada.write({ content: 'A walk without a mood', location: 'Bergen', weatherData: 'Sunny' });
    await eve.write({ content: "Eve's walk" });
  });

  it('finds words in any case and form, newest first, and counts what it found', async () => {
    const { status, headers, body } = await ada.find({ words: 'WALKING' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-total-count')).toBe('3');
    expect(headers.get('x-next-cursor')).toBeNull();
    expect(body.map(({ content }) => content)).toEqual(['A walk without a mood', TEXTS[1], TEXTS[0]]);
    for (const entry of body) expect(fieldsOf(entry)).toEqual([...ENTRY_NAMES].sort());
  });

  it.each([
    [{ words: '"the cafe" walk' }, 1],
    [{ words: 'river', weather: 'rain' }, 1],
    [{ weather: 'rain' }, 3],
    [{ hasWeather: false }, 0],
    [{ city: 'berg', hasMood: true }, 1],
    [{ mood: 'angry' }, 0],
    [{ words: "Eve's" }, 0],
    [{}, 4],
  ])('with %j finds %d', async (wanted, count) => {
    const { headers, body } = await ada.find(wanted);
    expect([body.length, headers.get('x-total-count')]).toEqual([count, String(count)]);
  });

  it('pages by cursor, and counts on the first page alone', async () => {
    const first = await ada.find({ words: 'walk', limit: 2 });
    expect([first.body.length, first.headers.get('x-total-count')]).toEqual([2, '3']);
    const cursor = first.headers.get('x-next-cursor');
    const second = await ada.find({ words: 'walk', limit: 2, cursor });
    expect(textsOf(second)).toEqual([TEXTS[0]]);
    expect(second.headers.get('x-total-count')).toBeNull();
    expect(second.headers.get('x-next-cursor')).toBeNull();
  });

  it.each([
    ['words', 'x'.repeat(201), 'You can search for at most 200 characters'],
    ['words', 'a b c d e f g h i j k l m n o p q r s t u', 'You can search for at most 20 words at a time'],
    ['words', { $gt: '' }, 'words must be text'],
    ['weather', 'frogs', 'weather must be one of clear, cloudy, fog, rain, snow, storm, other'],
    ['hasWeather', 'true', 'hasWeather must be true or false'],
    ['limit', 101, 'limit must be at most 100'],
    ['startDate', '2026-02-30', 'Date From must be a real day in the form YYYY-MM-DD'],
    ['cursor', 'x', 'cursor is not valid'],
  ])('refuses %s %j', async (field, value, msg) => {
    expectProblem(await ada.find({ [field]: value }), 400, 'validation_failed', { msg, field });
  });
});
