import { inWeekOrder, usualWeekStart, weekdaysFrom } from './week-start';

const LANGUAGES = [
  ['en-US', 'Sunday'],
  ['en-GB', 'Monday'],
  ['de', 'Monday'],
  ['pt-BR', 'Sunday'],
  ['ar-EG', 'Saturday'],
  ['ja', 'Sunday'],
  ['he-IL', 'Sunday'],
  ['fa', 'Saturday'],
  ['no such language', 'Monday'],
] as const;

describe('weeks', () => {
  const prototype = Intl.Locale.prototype as { getWeekInfo?: unknown };
  const original = prototype.getWeekInfo;

  afterEach(() => {
    if (original) prototype.getWeekInfo = original;
    else delete prototype.getWeekInfo;
  });

  it.each(LANGUAGES)('begin in %s on %s, in a browser without week information', (language, start) => {
    prototype.getWeekInfo = undefined;
    expect(usualWeekStart(language)).toBe(start);
  });

  it('begin on the day that the browser reports', () => {
    prototype.getWeekInfo = () => ({ firstDay: 6 });
    expect(usualWeekStart('en-GB')).toBe('Saturday');
    prototype.getWeekInfo = () => ({ firstDay: 7 });
    expect(usualWeekStart('en-GB')).toBe('Sunday');
  });

  it('have their days in order', () => {
    expect(weekdaysFrom('Sunday').slice(0, 2)).toEqual(['Sunday', 'Monday']);
    expect(inWeekOrder([{ name: 'Monday' }, { name: 'Sunday' }], 'Sunday')).toEqual([
      { name: 'Sunday' },
      { name: 'Monday' },
    ]);
  });
});
