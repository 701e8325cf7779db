import { useQuery } from '@tanstack/react-query';
import { yearOf } from '../dates/calendar';
import { api, expectData } from '../api/api-client';
import { orKeptAnswer } from '../copy/copy';
import { queryKey } from '../query-keys';

/** The kind under which the device keeps it, and the only answer of that kind. */
const [FIRST_DAY, EVER] = ['first day', 'ever'];

/**
 * The day of the user's first entry, YYYY-MM-DD; null if there is none.
 * @param today YYYY-MM-DD
 */
export function useFirstDay(userId: string, today: string) {
  return useQuery({
    queryKey: queryKey('firstDay', userId),
    queryFn: ({ signal }) =>
      orKeptAnswer(FIRST_DAY, EVER, async () => {
        // The answer for any year contains it. Next year is the cheapest, because it has no days to count.
        const query = { year: yearOf(today) + 1 };
        return expectData(await api.GET('/api/journal/days', { params: { query }, signal })).firstDay;
      }),
  });
}
