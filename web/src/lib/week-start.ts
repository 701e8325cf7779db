import { createStore, useStore } from './store';

/** Remembers, per browser, on which day weeks begin, like the theme. Absent: as the region has it. */
const KEY = 'inner-weather.week-start';

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** The days on which weeks begin somewhere. */
export const WEEK_STARTS = ['Monday', 'Saturday', 'Sunday'] as const;

export type WeekStart = (typeof WEEK_STARTS)[number];

/**
 * The regions whose weeks do not begin on Monday, for browsers that cannot say it: Unicode CLDR 47, `weekData/firstDay`
 * (https://github.com/unicode-org/cldr/blob/release-47/common/supplemental/supplementalData.xml).
 */
const REGIONS: Record<'Saturday' | 'Sunday', Set<string>> = {
  Saturday: new Set('AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'.split(' ')),
  Sunday: new Set(
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

const chosen = createStore<WeekStart | undefined>(read());

/** The day on which weeks begin: the one that was chosen on this device, or else that of the browser's region. */
export function useWeekStart(): WeekStart {
  const start = useStore(chosen);
  return start ?? usualWeekStart(navigator.language);
}

/** What was chosen on this device; undefined where the region counts. */
export const useChosenWeekStart = (): WeekStart | undefined => useStore(chosen);

export function setWeekStart(start: WeekStart | undefined): void {
  chosen.set(start);
  try {
    if (start) localStorage.setItem(KEY, start);
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage it lasts until the page is closed.
  }
}

/** The usual day in the region of a language; a language without a region has that of most of its speakers. */
export function usualWeekStart(language: string): WeekStart {
  try {
    const locale: WeekLocale = new Intl.Locale(language).maximize();
    const firstDay = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay;
    const known = firstDay === undefined ? undefined : WEEKDAYS[firstDay - 1];
    if (known) return WEEK_STARTS.find((start) => start === known) ?? 'Monday';
    const region = locale.region ?? '';
    return REGIONS.Saturday.has(region) ? 'Saturday' : REGIONS.Sunday.has(region) ? 'Sunday' : 'Monday';
  } catch {
    return 'Monday';
  }
}

/** The weekdays in the order of such a week. */
export function weekdaysFrom(start: WeekStart): string[] {
  const first = WEEKDAYS.indexOf(start);
  return [...WEEKDAYS.slice(first), ...WEEKDAYS.slice(0, first)];
}

/** Groups that are named by weekdays, in the order of such a week. */
export function inWeekOrder<T extends { name: string }>(groups: T[], start: WeekStart): T[] {
  const order = weekdaysFrom(start);
  return groups.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

function read(): WeekStart | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    return WEEK_STARTS.find((start) => start === kept);
  } catch {
    return undefined;
  }
}
