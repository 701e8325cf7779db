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
  const known = prototype.getWeekInfo;

  afterEach(() => {
    if (known) prototype.getWeekInfo = known;
    else delete prototype.getWeekInfo;
  });

  it.each(LANGUAGES)('begin in %s on %s, in a browser that does not know it', (language, start) => {
    prototype.getWeekInfo = undefined;
    expect(usualWeekStart(language)).toBe(start);
  });

  it('begin as the browser says, where it knows', () => {
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
