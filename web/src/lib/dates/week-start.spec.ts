import { inWeekOrder, usualWeekStart, weekdayInWords, weekdaysFrom } from './week-start';

const LANGUAGES = [
  ['en-US', '7'],
  ['en-GB', '1'],
  ['de', '1'],
  ['pt-BR', '7'],
  ['ar-EG', '6'],
  ['ja', '7'],
  ['he-IL', '7'],
  ['fa', '6'],
  ['no such language', '1'],
] as const;

describe('weekdays', () => {
  it("have names in the reader's language", () => {
    expect(weekdayInWords('1')).toBe('Monday');
    expect([weekdayInWords('7', 'short'), weekdayInWords('7', 'narrow')]).toEqual(['Sun', 'S']);
  });
});

describe('weeks', () => {
  const prototype = Intl.Locale.prototype as { getWeekInfo?: unknown };
  const original = prototype.getWeekInfo;

  afterEach(() => {
    if (original) prototype.getWeekInfo = original;
    else delete prototype.getWeekInfo;
  });

  it.each(LANGUAGES)('begin in %s on day %s, in a browser without week information', (language, start) => {
    prototype.getWeekInfo = undefined;
    expect(usualWeekStart(language)).toBe(start);
  });

  it('begin on the day that the browser reports', () => {
    prototype.getWeekInfo = () => ({ firstDay: 6 });
    expect(usualWeekStart('en-GB')).toBe('6');
    prototype.getWeekInfo = () => ({ firstDay: 7 });
    expect(usualWeekStart('en-GB')).toBe('7');
  });

  it('have their days in order', () => {
    expect(weekdaysFrom('7').slice(0, 2)).toEqual(['7', '1']);
    expect(inWeekOrder([{ name: '1' }, { name: '7' }], '7')).toEqual([{ name: '7' }, { name: '1' }]);
  });
});
