import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { orKeptTagged } from '../../../charts/kept-answers';
import { expectTagged, ifChanged, type Tagged } from '../../../charts/tagged';
import { queryKey } from '../../../lib/query-keys';

export type Days = components['schemas']['DaysDto'] & { fromDevice?: true };
export type WrittenDay = components['schemas']['WrittenDayDto'];

/** The kind under which the device keeps them. */
const DAYS = 'days';

/** GET /journal/days. */
export function useDays(userId: string, year: number) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: queryKey('days', userId, year),
    queryFn: ({ signal }) => {
      const cached = queryClient.getQueryData<Tagged<Days>>(queryKey('days', userId, year));
      const ask = async () => {
        const params = { query: { year }, header: ifChanged(cached) };
        return expectTagged(await api.GET('/api/journal/days', { params, signal }), cached);
      };
      return orKeptTagged(DAYS, String(year), ask);
    },
    // A new request costs little: the answer is 304 unless something was written.
    staleTime: 0,
    select: ({ data }) => data,
  });
}
