import { useQuery } from '@tanstack/react-query';
import { sameDayBefore, yearOf } from '../../charts/calendar';
import { api, expectData } from './api-client';
import type { components } from './api-types.gen';
import { useFirstDay } from '../dates/first-day';
import type { SessionUser } from './session';

export type Entry = components['schemas']['EntryDto'];

/** The years to look back, and the entries to show in all. */
const YEARS_MAX = 5;
const SHOWN_MAX = 3;

/**
 * The entries of this day in the last years, latest first.
 * @param today YYYY-MM-DD
 */
export function useOnThisDay(user: SessionUser, today: string) {
  const { data: firstDay } = useFirstDay(user.id, today);
  const days = firstDay ? earlierDays(today, firstDay) : [];
  return useQuery({
    // Deletions and changes invalidate all keys with this prefix.
    queryKey: ['entries of a day', user.id, 'earlier', days],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        days.map(async (day): Promise<Entry[]> => {
          const query = { userReference: user.email, startDate: day, endDate: day, limit: SHOWN_MAX };
          return expectData(await api.GET('/api/journal/search', { params: { query }, signal }));
        }),
      );
      return pages.flat().slice(0, SHOWN_MAX);
    },
    enabled: days.length > 0,
    // Entries of past years change only when they are edited, which invalidates them.
    staleTime: Infinity,
  });
}

/** The same day in the years before, latest first. */
function earlierDays(today: string, firstDay: string): string[] {
  const years = Math.min(yearOf(today) - yearOf(firstDay), YEARS_MAX);
  return sameDayBefore(today, years).filter((day) => day >= firstDay);
}
