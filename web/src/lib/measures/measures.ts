import { useQuery } from '@tanstack/react-query';
import type { components } from '../api/api-types.gen';
import { api, expectData, expectNoBody } from '../api/api-client';
import { useUser } from '../api/session';
import { keepAnswer, orKept, readAnswer } from '../copy/copy';
import { withKindsNoted } from '../entry/measure-kinds';
import { queryKey } from '../query-keys';
import { useChange } from '../api/use-change';
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

/** The list and all that is counted by measures. */
export const OF_MEASURES = ['measures', 'measured', 'together'] as const;

/** PUT /measures/{id}. */
export const usePutMeasure = () =>
  useChange(OF_MEASURES, async ({ _id, ...body }: Measure) =>
    expectData(await api.PUT('/api/measures/{id}', { params: { path: { id: _id } }, body })),
  );

/** PUT /measures. */
export const useOrderMeasures = () =>
  useChange(OF_MEASURES, async (ids: string[]) =>
    expectData(await api.PUT('/api/measures', { body: { ids } })),
  );

/** DELETE /measures/{id}. */
export const useDeleteMeasure = () =>
  useChange(OF_MEASURES, async (id: string) =>
    expectNoBody(await api.DELETE('/api/measures/{id}', { params: { path: { id } } })),
  );
