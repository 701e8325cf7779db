import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { orKeptTagged } from '../../../charts/kept-answers';
import { expectTagged, ifChanged, type Tagged } from '../../../charts/tagged';
import { readEntries } from '../../../lib/copy/entries';
import { useSavedEntries } from '../../../lib/entries/saved-entries';
import { useWaiting } from '../../../lib/outbox/waiting';
import { changedIds, newEntries, withWaiting } from '../../../lib/outbox/pending';
import type { Vault } from '../../../lib/vault/vault';
import { countKept, withEntries, withoutEntries } from '../count-days';
import { queryKey } from '../../../lib/query-keys';

export type WrittenDay = Omit<components['schemas']['WrittenDayDto'], 'score'>;
export type Days = Omit<components['schemas']['DaysDto'], 'days'> & {
  days: WrittenDay[];
  fromDevice?: true;
  /** Present if the device has counted what it keeps: the first day from which that is all, or null. */
  since?: string | null;
};

/** The kind under which the device keeps them. */
const DAYS = 'days';

/**
 * GET /journal/days, as the days will be when everything that waits has been sent. Without a connection, the device counts the
 * entries that it keeps.
 * @param deleted the ids of entries that are being deleted
 * @param options.isWanted whether to ask at all
 */
export function useDays(userId: string, year: number, deleted: readonly string[], { isWanted = true } = {}) {
  const queryClient = useQueryClient();
  const waiting = useWaiting();
  const saved = useSavedEntries(userId, [...deleted, ...changedIds(waiting)]);
  return useQuery({
    queryKey: queryKey('days', userId, year),
    queryFn: ({ signal }) => {
      const cached = queryClient.getQueryData<Tagged<Days>>(queryKey('days', userId, year));
      const ask = async () => {
        const params = { query: { year }, header: ifChanged(cached) };
        return expectTagged<Days>(await api.GET('/api/journal/days', { params, signal }), cached);
      };
      const count = async (vault: Vault) => {
        const kept = await readEntries(vault);
        return kept && countKept(kept, year);
      };
      return orKeptTagged(DAYS, String(year), ask, { count });
    },
    enabled: isWanted,
    // A new request costs little: the answer is 304 unless something was written.
    staleTime: 0,
    select: ({ data }) => {
      const now = [...withWaiting(saved, waiting), ...newEntries(waiting)];
      const shown = now.filter(({ _id }) => !deleted.includes(_id));
      return withEntries(withoutEntries(data, saved), shown);
    },
  });
}
