import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { StatisticsRange } from '../../../charts/get-statistics';
import { api, expectData } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { queryKey } from '../../../lib/query-keys';

export type WithMood = components['schemas']['WithMoodDto'];
export type WithDays = components['schemas']['WithDaysDto'];

/** GET /measures/together: what goes together in a range. Each change of entries fetches it again. */
export function useTogether(userId: string, { from, to }: StatisticsRange) {
  return useQuery({
    queryKey: queryKey('together', userId, { from, to }),
    queryFn: async ({ signal }) =>
      expectData(await api.GET('/api/measures/together', { params: { query: { from, to } }, signal })),
    placeholderData: keepPreviousData,
  });
}
