import { livedTimeOfImported } from './lived-time.js';

describe('the time of an imported entry', () => {
  it.each([
    ['2020-03-02T01:30:00+09:00', '2020-03-01', undefined, '2020-03-01'],
    ['2020-03-02T01:30:00+09:00', '2020-03-02', 3, '2020-03-02'],
    ['2020-03-02T01:30:00+09:00', undefined, 3, '2020-03-01'],
    // None of the days that the moment can belong to.
    ['2020-03-02T01:30:00+09:00', '2020-03-03', 3, '2020-03-01'],
    ['2020-03-02T01:30:00+09:00', '2020-02-29', undefined, '2020-03-02'],
    ['2020-03-02T04:00:00+09:00', '2020-03-01', 4, '2020-03-02'],
  ])('%s with the day %s where days end at %s is on %s', (createdAt, day, dayEndsAt, expected) => {
    expect(livedTimeOfImported({ createdAt, ...(day && { day }) }, dayEndsAt)).toEqual({
      createdAt: new Date(createdAt),
      offset: 9 * 60,
      day: expected,
    });
  });
});
