import { useQuery } from '@tanstack/react-query';
import { sameDayBefore, yearOf } from '../charts/calendar';
import { api, expectData } from './api-client';
import type { components } from './api-types.gen';
import { useFirstDay } from './first-day';
import type { SessionUser } from './session';

export type Entry = components['schemas']['EntryDto'];

/** Years to look back, and entries to show of them. */
const YEARS_MAX = 5;
const SHOWN_MAX = 3;

/**
 * What was written on this day of the last years, the latest first.
 * @param today YYYY-MM-DD
 */
export function useOnThisDay(user: SessionUser, today: string) {
  const { data: firstDay } = useFirstDay(user.id, today);
  const days = firstDay ? earlierDays(today, firstDay) : [];
  return useQuery({
    // Deletions and changes invalidate what begins so.
    queryKey: ['entries of a day', user.id, 'earlier', days],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        days.map(async (day): Promise<Entry[]> => {
          const query = { userReference: user.email, startDate: day, endDate: day, limit: SHOWN_MAX };
          return expectData(await api.GET('/api/journal/search', { params: { query }, signal }));
        }),
      );
      return found.flat().slice(0, SHOWN_MAX);
    },
    enabled: days.length > 0,
    // They are of other years: only a change of theirs makes them others.
    staleTime: Infinity,
  });
}

/** The same day of the years before, from the latest on. */
function earlierDays(today: string, firstDay: string): string[] {
  const years = Math.min(yearOf(today) - yearOf(firstDay), YEARS_MAX);
  return sameDayBefore(today, years).filter((day) => day >= firstDay);
}
