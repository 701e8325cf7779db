import { jest } from '@jest/globals';
import { offsetAt } from '@inner-weather/domain/time/local-time';
import { datesOf } from './column';
import { dayOf, dayOfCell } from './days';
import { quickOffsetAt } from './offsets';
import { timeOf } from './times';

describe('a date', () => {
  it.each([
    ['2024-03-30', { day: '2024-03-30' }],
    ['2026-2-3', { day: '2026-02-03' }],
    ['2024/03/30 Saturday', { day: '2024-03-30' }],
    ['20240330', { day: '2024-03-30' }],
    ['2024年3月30日', { day: '2024-03-30' }],
    ['2024年3月30日 星期六 下午10:04', { day: '2024-03-30', time: '22:04' }],
    ['٢٠٢٤-٠٣-٣٠', { day: '2024-03-30' }],
    ['30.3.24', { day: '2024-03-30' }],
    ['13/04/2024', { day: '2024-04-13' }],
    ['04/13/2024 22:04', { day: '2024-04-13', time: '22:04' }],
    ['03/04/2024', { numbers: [3, 4, 2024] }],
    ['2024-03-30T22:04:05.123456789', { day: '2024-03-30', time: '22:04:05.123456789' }],
    ['2024-03-30T22:04:05Z', { moment: Date.UTC(2024, 2, 30, 22, 4, 5) }],
    ['2024-03-30 22:04 +0545', { moment: Date.UTC(2024, 2, 30, 16, 19), offset: 345 }],
    ['1711836245', { moment: 1_711_836_245_000 }],
    ['1711836245000', { moment: 1_711_836_245_000 }],
    ['1711836245.123', { moment: 1_711_836_245_123 }],
    ['20240330T081000Z', { moment: Date.UTC(2024, 2, 30, 8, 10) }],
    ['20240330T0810', { day: '2024-03-30', time: '08:10:00' }],
    ['Sat Mar 30 2024 08:10:00 GMT+0100', { moment: Date.UTC(2024, 2, 30, 7, 10), offset: 60 }],
    [
      'Sat Mar 30 2024 08:10:00 GMT+0100 (Central European Standard Time)',
      { moment: Date.UTC(2024, 2, 30, 7, 10), offset: 60 },
    ],
    ['30 March 2024', { day: '2024-03-30' }],
    ['Saturday, March 30, 2024 at 10:04 PM', { day: '2024-03-30', time: '22:04' }],
    ['Sat, 30 Mar 2024 22:04:00 +0100', { moment: Date.UTC(2024, 2, 30, 21, 4), offset: 60 }],
    ['30. März 2024', { day: '2024-03-30' }],
    ['30-Mar-24', { day: '2024-03-30' }],
    ['30 de marzo de 2024', { day: '2024-03-30' }],
    ['sam. 30 mars 2024', { day: '2024-03-30' }],
    ['30 марта 2024 г.', { day: '2024-03-30' }],
    ['٣٠ مارس ٢٠٢٤', { day: '2024-03-30' }],
    ['January 16, 2026 → January 20, 2026', { day: '2026-01-16' }],
    ['@January 14, 2026 8:05 AM (GMT+1)', { moment: Date.UTC(2026, 0, 14, 7, 5), offset: 60 }],
    ['14/01/2026 08:05 → 09:05 (GMT-3:30)', { moment: Date.UTC(2026, 0, 14, 11, 35), offset: -210 }],
    ['January 14, 2026 8:05 AM (UTC)', { moment: Date.UTC(2026, 0, 14, 8, 5) }],
    ['January 14, 2026 8:05 AM (PDT) → January 15, 2026', { day: '2026-01-14', time: '08:05' }],
    ['January 14, 2026 (GMT+1)', { day: '2026-01-14' }],
    ['Sa, 30.03.2024', { day: '2024-03-30' }],
    ['Sa, 30.03.2024 08:10', { day: '2024-03-30', time: '08:10' }],
    ['Sat 3/30/2024', { day: '2024-03-30' }],
    ['Sat 3/4/2024 8:10 PM', { numbers: [3, 4, 2024], time: '20:10' }],
    ['2024년 3월 30일', { day: '2024-03-30' }],
    ['2024년 3월 30일'.normalize('NFD'), { day: '2024-03-30' }],
    ['2024년 3월 30일 토요일', { day: '2024-03-30' }],
    ['2024년 3월 30일 토요일 오후 8:10', { day: '2024-03-30', time: '20:10' }],
  ])('%s is read', (text, day) => {
    expect(dayOf(text)).toEqual(day);
  });

  it.each([
    ...['', 'soon', '5', '12.5', '2024', 'March', '8:10', '1.2.3.4'],
    ...['x'.repeat(100), 'Sa, 30.03.2024 at sea', 'Sat 3/30/2024, 5'],
  ])('%s is none', (text) => {
    expect(dayOf(text)).toBeUndefined();
  });
});

it('the order of day and month is found behind weekdays, too', () => {
  expect(datesOf(['Thu 3/4/2024', 'Sat, 3/30/2024'])).toEqual([{ day: '2024-03-04' }, { day: '2024-03-30' }]);
});

describe('a year of two digits', () => {
  beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2026, 10, 29) }));

  afterEach(() => void jest.useRealTimers());

  it.each([
    [
      ['24-03-05', '24-03-30 08:10', '2024-04-01'],
      ['2024-03-05', '2024-03-30 08:10', '2024-04-01'],
    ],
    [
      ['٢٤/٣/٥', '٢٤/٠٣/٣٠'],
      ['2024-03-05', '2024-03-30'],
    ],
    [
      ['24.3.30', '05.03.31'],
      ['2024-03-30', '2005-03-31'],
    ],
  ])('stands first in a column that says so: %j', (cells, days) => {
    expect(datesOf(cells)).toEqual(
      days.map((written) => {
        const [day, time] = written.split(' ');
        return { day, ...(time !== undefined && { time }) };
      }),
    );
  });

  it.each([
    ['that are open', ['24-03-05', '24-03-26'], ['2005-03-24', '2026-03-24']],
    ['with days that do not exist', ['24-02-30', '24-03-30'], ['1930-02-24', '1930-03-24']],
    ['with a year that is to come', ['28-03-31'], ['1931-03-28']],
    ['of the last century', ['24.03.30', '28.03.64'], ['1930-03-24', '1964-03-28']],
  ])('stays last in dates %s', (_, cells, days) => {
    expect(datesOf(cells)).toEqual(days.map((day) => ({ day })));
  });
});

describe('a number in a column of dates', () => {
  it.each([
    ['45381', { day: '2024-03-30' }],
    ['45381.340278', { day: '2024-03-30', time: '08:10:00' }],
    ['45381,5', { day: '2024-03-30', time: '12:00:00' }],
  ])('%s counts the days of a spreadsheet', (text, day) => {
    expect(dayOfCell(text)).toEqual(day);
    expect(dayOf(text)).toBeUndefined();
  });
});

describe('a time', () => {
  it.each([
    ['22:00', '22:00'],
    ['9:05', '09:05'],
    ['10:04 AM', '10:04'],
    ['2:30\u202fAM', '02:30'],
    ['12:05 am', '00:05'],
    ['12:00 PM', '12:00'],
    ['11:59 p. m.', '23:59'],
    ['10 PM', '22:00'],
    ['21 h 15', '21:15'],
    ['21h', '21:00'],
    ['21.15 Uhr', '21:15'],
    ['午後10:04', '22:04'],
    ['下午10:04', '22:04'],
    ['凌晨12:05', '00:05'],
    ['晚上8点30分', '20:30'],
    ['中午12:30', '12:30'],
    ['10:04 م', '22:04'],
    ['٢٢:٠٤', '22:04'],
    ['22:04:05', '22:04:05'],
    ['24:10', '24:10'],
  ])('%s is read', (text, time) => {
    expect(timeOf(text)).toBe(time);
  });

  it.each(['', '22', 'noon', '10:04 XM', '1:2', '10:04 AM to 11:00 AM'])('%s is none', (text) => {
    expect(timeOf(text)).toBeUndefined();
  });
});

describe('the offsets of many moments', () => {
  it.each(['Australia/Lord_Howe', 'Pacific/Apia'])(
    'are what the calendar of %s says, around each change of the clocks',
    (zone) => {
      const start = Date.UTC(2011, 0, 1);
      const moments = Array.from({ length: 2 * 8_760 }, (_, half) => start + half * 30 * 60_000);
      expect(moments.filter((moment) => quickOffsetAt(zone, moment) !== offsetAt(zone, moment))).toEqual([]);
      expect(quickOffsetAt(zone, 8.64e15)).toBe(offsetAt(zone, 8.64e15));
    },
  );
});
