import { createStore, useStore } from '../drafts/store';

/** Remembers the first day of the week per browser, like the theme. If absent, the region decides. */
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
 * The regions whose weeks do not begin on Monday, for browsers without week information: Unicode CLDR 47, `weekData/firstDay`
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

const chosenStart = createStore<WeekStart | undefined>(read());

/** The first day of the week: the one that the user chose on this device, or else that of the browser's region. */
export function useWeekStart(): WeekStart {
  const start = useStore(chosenStart);
  return start ?? usualWeekStart(navigator.language);
}

/** The day that the user chose on this device; undefined if the region decides. */
export const useChosenWeekStart = (): WeekStart | undefined => useStore(chosenStart);

export function setWeekStart(start: WeekStart | undefined): void {
  chosenStart.set(start);
  try {
    if (start) localStorage.setItem(KEY, start);
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage it lasts until the page is closed.
  }
}

/** The usual day in the region of a language. A language without a region gets the region of most of its speakers. */
export function usualWeekStart(language: string): WeekStart {
  try {
    const locale: WeekLocale = new Intl.Locale(language).maximize();
    const firstDay = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay;
    const weekday = firstDay === undefined ? undefined : WEEKDAYS[firstDay - 1];
    if (weekday) return WEEK_STARTS.find((start) => start === weekday) ?? 'Monday';
    const region = locale.region ?? '';
    return REGIONS.Saturday.has(region) ? 'Saturday' : REGIONS.Sunday.has(region) ? 'Sunday' : 'Monday';
  } catch {
    return 'Monday';
  }
}

/** The weekdays, beginning with `start`. */
export function weekdaysFrom(start: WeekStart): string[] {
  const first = WEEKDAYS.indexOf(start);
  return [...WEEKDAYS.slice(first), ...WEEKDAYS.slice(0, first)];
}

/** Groups that are named after weekdays, in the order of a week that begins with `start`. */
export function inWeekOrder<T extends { name: string }>(groups: T[], start: WeekStart): T[] {
  const order = weekdaysFrom(start);
  return groups.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

function read(): WeekStart | undefined {
  try {
    const stored = localStorage.getItem(KEY);
    return WEEK_STARTS.find((start) => start === stored);
  } catch {
    return undefined;
  }
}
