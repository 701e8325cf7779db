import type { DaysDto, StatisticsDto } from '@inner-weather/contracts/journal/days.dto';
import { Api, dayFromToday, type Person } from '../support/api.js';
import { stackUrl } from '../support/config.js';
import { expectProblem } from '../support/problem.js';

const api = new Api(stackUrl());
const today = dayFromToday(0);
const year = today.slice(0, 4);
const YEAR_PATH = `/api/journal/days?year=${year}`;
const RANGE_PATH = `/api/journal/statistics?from=${dayFromToday(-1)}&to=${dayFromToday(1)}`;

describe('days and statistics', () => {
  let ada: Person;
  let eve: Person;

  beforeAll(async () => {
    [ada, eve] = await Promise.all([api.signUp(), api.signUp()]);
    await ada.write({ inputMood: 'Happy', weatherData: 'Sunny' });
    await ada.write({ inputMood: 'Tired', weatherData: 'Sunny' });
  });

  const get = <T>(path: string, headers: Record<string, string> = {}, person = ada) =>
    person.request<T>('GET', path, { headers });

  it('show entries to their author, and to no other user', async () => {
    const { status, body } = await get<DaysDto>(YEAR_PATH);
    expect(status).toBe(200);
    expect(body).toEqual({
      year: Number(year),
      firstDay: today,
      lastDay: today,
      days: [
        {
          day: today,
          entries: 2,
          moods: [
            { mood: 'Happy', entries: 1 },
            { mood: 'Tired', entries: 1 },
          ],
          otherMoods: 0,
          score: 0,
          sky: 'clear',
        },
      ],
    });
    const { body: counted } = await get<StatisticsDto>(RANGE_PATH);
    expect(counted).toMatchObject({ entries: 2, daysWritten: 1, streaks: { current: 1, longest: 1 } });
    expect((await get<DaysDto>(YEAR_PATH, {}, eve)).body.days).toEqual([]);
    expect((await get<StatisticsDto>(RANGE_PATH, {}, eve)).body.entries).toBe(0);
  });

  it.each([YEAR_PATH, RANGE_PATH])('answers 304 until something changes: %s', async (path) => {
    const etag = (await get(path)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    expect((await get(path)).headers.get('cache-control')).toBe('no-store');
    const secondResponse = await get(path, { 'if-none-match': etag });
    expect({ status: secondResponse.status, body: secondResponse.body }).toEqual({ status: 304, body: '' });
    expect((await get(path, { 'if-none-match': etag }, eve)).status).toBe(200);
    await ada.write({ inputMood: 'Sad', weatherData: 'Sunny' });
    expect((await get(path, { 'if-none-match': etag })).status).toBe(200);
  });

  it.each([
    ['year must be a whole number', 'days?year=soon'],
    ['year must be at least 1900', 'days?year=1'],
    ['year must be at most 9999', 'days?year=10000'],
    ['tz must be an IANA time zone such as Europe/Lisbon', 'days?year=2026&tz=Mars'],
    ['from must be a real day in the form YYYY-MM-DD', 'statistics?from=2026-02-30&to=2026-03-01'],
    ['to must not be before from', 'statistics?from=2026-03-02&to=2026-03-01'],
    ['The range must have at most 3660 days', 'statistics?from=2000-01-01&to=2026-03-01'],
  ])('are refused with a message: %s', async (msg, path) => {
    const answer = await get(`/api/journal/${path}`);
    expectProblem(answer, 400, 'validation_failed');
    expect((answer.body as { errors: { msg: string }[] }).errors[0]?.msg).toBe(msg);
  });

  it('require a login', async () => {
    for (const path of [YEAR_PATH, RANGE_PATH]) {
      expectProblem(await api.request('GET', path), 401, 'unauthenticated');
    }
  });
});
