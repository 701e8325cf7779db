import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../api/api-types.gen';
import { api, expectData, expectOk } from '../api/api-client';
import { useUser } from '../api/session';
import { keepAnswer, orKept, readAnswer } from '../copy/copy';
import { withKindsNoted } from '../entry/measure-kinds';
import { queryKey, queryKeysOf } from '../query-keys';
import type { Vault } from '../vault/vault';

export type Measure = components['schemas']['MeasureDto'];

/** The kind under which the device keeps them, and the only answer of that kind. */
const [MEASURES, ALL] = ['measures', 'all'];

/** Milliseconds for which the list is fresh. A change in the settings fetches it again. */
const FRESH_MS = 5 * 60_000;

/** Those that the device keeps, in order. */
export async function readMeasures(vault: Vault): Promise<Measure[] | undefined> {
  const kept = await readAnswer<Measure[]>(vault, MEASURES, ALL);
  return kept && withKindsNoted(kept);
}

/** GET /measures, in order. */
export function useMeasures() {
  const userId = useUser()?.id ?? '';
  return useQuery({
    queryKey: queryKey('measures', userId),
    queryFn: ({ signal }) =>
      orKept(async () => {
        const { measures } = expectData(await api.GET('/api/measures', { signal }));
        void keepAnswer(MEASURES, ALL, measures);
        return withKindsNoted(measures);
      }, readMeasures),
    staleTime: FRESH_MS,
    enabled: userId !== '',
  });
}

/** A change of the list, which is fetched again after it. */
function useChange<Of>(change: (of: Of) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeysOf('measures') }),
  });
}

/** PUT /measures/{id}. */
export const usePutMeasure = () =>
  useChange(async ({ _id, ...body }: Measure) =>
    expectData(await api.PUT('/api/measures/{id}', { params: { path: { id: _id } }, body })),
  );

/** PUT /measures. */
export const useOrderMeasures = () =>
  useChange(async (ids: string[]) => expectData(await api.PUT('/api/measures', { body: { ids } })));

/** DELETE /measures/{id}. */
export const useDeleteMeasure = () =>
  useChange(async (id: string) =>
    expectOk(await api.DELETE('/api/measures/{id}', { params: { path: { id } } })),
  );
