import { weekdayOf } from './weekdays.js';

describe('weekdays', () => {
  it('are numbered from Monday, before and after 1970', () => {
    const dayOf = (date: string) => Date.parse(date) / 86_400_000;
    expect(
      ['2024-01-01', '2024-01-07', '1970-01-01', '1969-12-29', '1969-12-28'].map(dayOf).map(weekdayOf),
    ).toEqual(['1', '7', '4', '1', '7']);
  });
});
