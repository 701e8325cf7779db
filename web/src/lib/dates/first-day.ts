import { useQuery } from '@tanstack/react-query';
import { yearOf } from '../../charts/calendar';
import { api, expectData } from '../api/api-client';

/**
 * The day of the user's first entry, YYYY-MM-DD; null if there is none.
 * @param today YYYY-MM-DD
 */
export function useFirstDay(userId: string, today: string) {
  return useQuery({
    queryKey: ['first day', userId],
    queryFn: async ({ signal }) => {
      // The answer for any year contains it. Next year is the cheapest, because it has no days to count.
      const query = { year: yearOf(today) + 1 };
      return expectData(await api.GET('/api/journal/days', { params: { query }, signal })).firstDay;
    },
  });
}
