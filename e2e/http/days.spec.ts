import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import type { DaysDto, StatisticsDto } from '@inner-weather/contracts/journal/days.dto';
import { dayName, dayNumber, todayIn } from '@inner-weather/domain/time/local-time';
import { eventually } from '@inner-weather/testing/eventually';
import { timeLeft } from '@inner-weather/testing/time-left';
import { Api, dayFromToday, Person } from '../support/api.js';
import { stackUrl } from '../support/config.js';
import { exportOf, importInto } from '../support/export.js';
import { expectProblem } from '../support/problem.js';

const api = new Api(stackUrl());
const year = dayFromToday(0).slice(0, 4);
const YEAR_PATH = `/api/journal/days?year=${year}`;
const RANGE_PATH = `/api/journal/statistics?from=${dayFromToday(-1)}&to=${dayFromToday(1)}`;

describe('days and statistics', () => {
  let ada: Person;
  let eve: Person;
  let today: string;

  beforeAll(async () => {
    // What is written is of one day.
    await timeLeft('day', 30_000);
    today = dayFromToday(0);
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

describe('a day that ends at 03:00', () => {
  it('has what is written at night, in searches, on the days page, in insights, and in another journal', async () => {
    const ada = await api.signUp();
    const { body } = await ada.request<{ token: string }>('PATCH', '/api/user/me', {
      body: { dayEndsAt: 3 },
    });
    const me = new Person(api, ada.user, body.token, ada.cookie);
    // Where it is between one and two at night, or just after.
    const hours = ((25 - new Date().getUTCHours() + 11) % 24) - 11;
    const tz = `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
    const date = todayIn(tz);
    const day = dayName(dayNumber(date) - 1);
    const night = await me.write({ tz, weatherData: 'Sunny', content: 'Cannot sleep' });
    expect(night.createdAt).toMatch(new RegExp(`^${date}T0[12]:`));
    expect(night.day).toBe(day);

    const foundOn = async (wanted: string) => {
      const range = { startDate: wanted, endDate: wanted };
      const [listed, found] = [await me.search(range), await me.find({ ...range, words: 'sleep' })];
      return [listed.body.length, found.body.length];
    };
    expect([await foundOn(day), await foundOn(date)]).toEqual([
      [1, 1],
      [0, 0],
    ]);
    const days = await me.request<DaysDto>('GET', `/api/journal/days?year=${day.slice(0, 4)}`);
    expect(days.body).toMatchObject({ firstDay: day, lastDay: day, days: [{ day, entries: 1 }] });
    const insight = { startDate: day, endDate: day };
    const asked = await me.request<InsightJobDto>('POST', '/api/insights', { body: { tz } });
    expect(asked.body).toMatchObject(insight);
    expect(await me.finished(asked.body.id)).toMatchObject({
      status: 'done',
      details: { figures: { days: [{ day }] } },
    });
    await me.write({ tz, weatherData: 'Sunny' });
    await eventually(async () => expect(await me.finished(asked.body.id)).toMatchObject({ outdated: true }));

    const { json, notes } = await exportOf(me);
    expect(Object.keys(notes)).toEqual([day]);
    const bea = await api.signUp();
    await importInto(bea, json.entries);
    const again = await bea.search({ startDate: day, endDate: day });
    expect(again.body.map(({ createdAt }) => createdAt)).toEqual(
      json.entries.map(({ createdAt }) => createdAt),
    );
    // Entries keep their day when days end at another hour, until they move.
    const { body: back } = await me.request<{ token: string }>('PATCH', '/api/user/me', {
      body: { dayEndsAt: 0 },
    });
    const options = { token: back.token, body: { content: 'Slept', inputMood: 'Tired', location: 'Porto' } };
    const path = `/api/journal/update/${night._id}`;
    expect((await me.request('PUT', path, options)).body).toMatchObject({ day });
    const moved = {
      ...options,
      body: { ...options.body, date: night.createdAt.replace(/T0[12]:..:..\..../, 'T00:59:00') },
    };
    expect((await me.request('PUT', path, moved)).body).toMatchObject({ day: date });
  });
});
