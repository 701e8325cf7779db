import { useQuery } from '@tanstack/react-query';
import { yearOf } from '../charts/calendar';
import { api, expectData } from './api-client';

/**
 * The day of the first entry of all, YYYY-MM-DD; null where nothing was written yet.
 * @param today YYYY-MM-DD
 */
export function useFirstDay(userId: string, today: string) {
  return useQuery({
    queryKey: ['first day', userId],
    queryFn: async ({ signal }) => {
      // Every year's answer names it. Next year has no days of its own to count.
      const query = { year: yearOf(today) + 1 };
      return expectData(await api.GET('/api/journal/days', { params: { query }, signal })).firstDay;
    },
  });
}
