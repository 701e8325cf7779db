import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../lib/api/api-client';
import type { components } from '../lib/api/api-types.gen';
import { orKeptTagged } from './kept-answers';
import { expectTagged, ifChanged, type Tagged } from './tagged';

export type Statistics = components['schemas']['StatisticsDto'] & { fromDevice?: true };
export type MoodGroup = components['schemas']['MoodGroupDto'];

/** Days YYYY-MM-DD, both included. */
export interface StatisticsRange {
  from: string;
  to: string;
}

/** GET /journal/statistics. Without a range, no request is sent. */
export function useStatistics(userId: string, range: StatisticsRange | undefined) {
  const queryClient = useQueryClient();
  const queryKey = ['statistics', userId, range];
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const cached = queryClient.getQueryData<Tagged<Statistics>>(queryKey);
      const { from, to } = { from: '', to: '', ...range };
      const ask = async () => {
        const params = { query: { from, to }, header: ifChanged(cached) };
        return expectTagged(await api.GET('/api/journal/statistics', { params, signal }), cached);
      };
      // Ranges that end today are another range tomorrow, so the last answer from the same day on is shown.
      return orKeptTagged('statistics', `${from}/${to}`, ask, (key) => key.startsWith(`${from}/`));
    },
    enabled: range !== undefined,
    staleTime: 0,
    placeholderData: keepPreviousData,
    select: ({ data }) => data,
  });
}
