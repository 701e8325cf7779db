import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { StatisticsRange } from '../../../charts/get-statistics';
import { api, expectData } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { queryKey } from '../../../lib/query-keys';

export type Together = components['schemas']['TogetherDto'];
export type WithMood = components['schemas']['WithMoodDto'];
export type WithDays = components['schemas']['WithDaysDto'];

/**
 * GET /measures/together: what goes together in a range. Without a range, no request is sent. Each change of entries fetches
 * it again.
 */
export function useTogether(userId: string, range: StatisticsRange | undefined) {
  const query = range && { from: range.from, to: range.to };
  return useQuery({
    queryKey: queryKey('together', userId, query),
    queryFn: query
      ? async ({ signal }) =>
          expectData(await api.GET('/api/measures/together', { params: { query }, signal }))
      : skipToken,
    placeholderData: keepPreviousData,
  });
}
