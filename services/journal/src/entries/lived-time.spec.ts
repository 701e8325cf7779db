import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { mayBelongTo } from '@inner-weather/domain/time/local-time';
import { livedTimeOfImported, livedTimeOfMeasured } from './lived-time.js';

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

describe('the time of values that are set for a day', () => {
  const evening = '2026-11-27T20:00:00.000Z';
  const night = '2026-11-28T01:00:00.000Z';
  const berlin = { tz: 'Europe/Berlin', dayEndsAt: 4 };

  it.each([
    [evening, '2026-11-27', {}, evening, 0],
    [evening, '2026-11-28', {}, evening, 4 * 60],
    ['2026-11-27T10:00:00.000Z', '2026-11-28', {}, '2026-11-27T10:00:00.000Z', 14 * 60],
    [night, '2026-11-28', berlin, night, 60],
    [night, '2026-11-27', berlin, night, 60],
    [night, '2026-11-26', berlin, '2026-11-26T11:00:00.000Z', 60],
  ])('at %s, for %s with %j, is a moment of that day', (now, day, account, createdAt, offset) => {
    expect(livedTimeOfMeasured({ day, ...account }, new Date(now))).toEqual({
      createdAt: new Date(createdAt),
      offset,
      day,
    });
    expect(mayBelongTo(day, Date.parse(createdAt), offset)).toBe(true);
  });

  it.each([
    [evening, '2026-11-29', {}],
    ['2026-11-27T09:59:59.999Z', '2026-11-28', {}],
    [evening, '2026-11-28', berlin],
  ])('at %s, for %s with %j, is refused, since the day has not begun', (now, day, account) => {
    const timeOf = () => livedTimeOfMeasured({ day, ...account }, new Date(now));
    expect(timeOf).toThrow(DomainError);
  });
});
