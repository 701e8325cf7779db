import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../lib/api/api-client';
import type { components } from '../lib/api/api-types.gen';
import { expectTagged, ifChanged, type Tagged } from './tagged';

export type Statistics = components['schemas']['StatisticsDto'];
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
    queryFn: async ({ signal }) => {
      const cached = queryClient.getQueryData<Tagged<Statistics>>(queryKey);
      const params = { query: { from: '', to: '', ...range }, header: ifChanged(cached) };
      return expectTagged(await api.GET('/api/journal/statistics', { params, signal }), cached);
    },
    enabled: range !== undefined,
    staleTime: 0,
    placeholderData: keepPreviousData,
    select: ({ data }) => data,
  });
}
