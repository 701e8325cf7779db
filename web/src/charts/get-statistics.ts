import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../lib/api/api-client';
import type { components } from '../lib/api/api-types.gen';
import { queryKey } from '../lib/query-keys';
import { orKeptTagged } from './kept-answers';
import { expectTagged, ifChanged, type Tagged } from './tagged';

export type Statistics = components['schemas']['StatisticsDto'] & { fromDevice?: true };
export type MoodGroup = components['schemas']['MoodGroupDto'];

/** Days YYYY-MM-DD, both included. */
export interface StatisticsRange {
  from: string;
  to: string;
}

/**
 * GET /journal/statistics. Without a range, no request is sent.
 * @param options.isEarlierEndShown for a page that names the days of the answer: without a connection, the range may end on
 * the day when the device last fetched it
 */
export function useStatistics(
  userId: string,
  range: StatisticsRange | undefined,
  { isEarlierEndShown = false } = {},
) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: queryKey('statistics', userId, range),
    queryFn: ({ signal }) => {
      const cached = queryClient.getQueryData<Tagged<Statistics>>(queryKey('statistics', userId, range));
      const { from, to } = { from: '', to: '', ...range };
      const ask = async () => {
        const params = { query: { from, to }, header: ifChanged(cached) };
        return expectTagged(await api.GET('/api/journal/statistics', { params, signal }), cached);
      };
      const isLike = (key: string) => isEarlierEndShown && key.startsWith(`${from}/`);
      return orKeptTagged('statistics', `${from}/${to}`, ask, { isLike });
    },
    enabled: range !== undefined,
    staleTime: 0,
    placeholderData: keepPreviousData,
    select: ({ data }) => data,
  });
}
