import { WEEKDAYS, type Weekday } from '@inner-weather/domain/statistics/weekdays';
import { createRemembered } from '../remembered';
import { useStore } from '../store';
import { dateFormat } from '../language/formats';
import { locale } from '../language/language';

/** The days on which weeks begin somewhere: Monday, Saturday and Sunday. */
export const WEEK_STARTS = ['1', '6', '7'] as const satisfies readonly Weekday[];

/** What earlier versions stored. */
const OLD_NAMES: Record<string, WeekStart> = { Monday: '1', Saturday: '6', Sunday: '7' };

export type WeekStart = (typeof WEEK_STARTS)[number];

/**
 * The regions whose weeks do not begin on Monday, for browsers without week information: Unicode CLDR 47, `weekData/firstDay`
 * (https://github.com/unicode-org/cldr/blob/release-47/common/supplemental/supplementalData.xml).
 */
const REGIONS: Record<'6' | '7', Set<string>> = {
  6: new Set('AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'.split(' ')),
  7: new Set(
    (
      'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE ' +
      'PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW'
    ).split(' '),
  ),
};

/** A locale of a browser that knows weeks; older ones have `weekInfo` in place of the function. */
interface WeekLocale extends Intl.Locale {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
}

const chosenStart = createRemembered<WeekStart | undefined>(
  'inner-weather.week-start',
  (text) => WEEK_STARTS.find((start) => start === text) ?? OLD_NAMES[text ?? ''],
  (start) => start ?? null,
);

/** The first day of the week: the one that the user chose on this device, or else that of the reader's locale. */
export function useWeekStart(): WeekStart {
  const start = useStore(chosenStart);
  return start ?? usualWeekStart(locale());
}

/** The day that the user chose on this device; undefined if the region decides. */
export const useChosenWeekStart = (): WeekStart | undefined => useStore(chosenStart);

/** @param start undefined lets the region decide */
export const setWeekStart = chosenStart.set;

/** The usual day in the region of a language. A language without a region gets the region of most of its speakers. */
export function usualWeekStart(language: string): WeekStart {
  try {
    const full: WeekLocale = new Intl.Locale(language).maximize();
    const firstDay = (full.getWeekInfo?.() ?? full.weekInfo)?.firstDay;
    const weekday = firstDay === undefined ? undefined : WEEKDAYS[firstDay - 1];
    if (weekday) return WEEK_STARTS.find((start) => start === weekday) ?? '1';
    const region = full.region ?? '';
    return REGIONS[6].has(region) ? '6' : REGIONS[7].has(region) ? '7' : '1';
  } catch {
    return '1';
  }
}

/** The weekdays, beginning with `start`. */
export function weekdaysFrom(start: WeekStart): Weekday[] {
  const first = WEEKDAYS.indexOf(start);
  return [...WEEKDAYS.slice(first), ...WEEKDAYS.slice(0, first)];
}

/** The name of a weekday. @param width `short` and `narrow` are abbreviated, if the language abbreviates weekdays */
export function weekdayInWords(weekday: Weekday, width: 'long' | 'short' | 'narrow' = 'long'): string {
  // 2024-01-01 was a Monday.
  return dateFormat({ weekday: width }).format(Date.UTC(2024, 0, Number(weekday)));
}

/** Groups that are named after weekdays, in the order of a week that begins with `start`. */
export function inWeekOrder<T extends { name: string }>(groups: T[], start: WeekStart): T[] {
  const order: string[] = weekdaysFrom(start);
  return groups.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}
