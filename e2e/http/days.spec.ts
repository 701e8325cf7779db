import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import type { DaysDto } from '@inner-weather/contracts/journal/days.dto';
import { dayName, dayNumber, todayIn } from '@inner-weather/domain/time/local-time';
import { eventually } from '@inner-weather/testing/eventually';
import { Api, Person } from '../support/requests/api.js';
import { stackUrl } from '../support/stacks/config.js';
import { exportOf } from '../support/requests/export.js';

const api = new Api(stackUrl());

describe('a day that ends at 03:00', () => {
  it('has what is written at night, in searches, on the days page, in insights, and in an export', async () => {
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

    // An import, and an edit at another hour: journal's import.spec.ts and days.spec.ts.
    expect(Object.keys((await exportOf(me)).notes)).toEqual([day]);
  });
});
