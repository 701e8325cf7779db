import { inNight } from '@inner-weather/domain/measures/measures';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { components } from '../api/api-types.gen';
import { api, expectData } from '../api/api-client';
import { useUser } from '../api/session';
import { orKeptAnswer } from '../copy/copy';
import { queryKey } from '../query-keys';
import { useMeasures } from './measures';

export type MeasuredRange = components['schemas']['MeasuredRangeDto'];

/** The kind under which the device keeps what was measured, by the range. */
const MEASURED = 'measured';

/**
 * GET /measures/days, with times after midnight as `inNight` says, so that they can be compared and have a mean. Days are
 * YYYY-MM-DD. Each change of entries fetches it again. @param isWanted whether to ask at all
 */
export function useMeasured(from: string, to: string, isWanted = true) {
  const userId = useUser()?.id ?? '';
  const known = useMeasures().data;
  const select = useCallback(
    (range: MeasuredRange): MeasuredRange => ({
      ...range,
      measures: range.measures.map(({ values, ...one }) => {
        const kind = known?.find(({ _id }) => _id === one._id)?.kind ?? 'number';
        return { ...one, values: values.map((value) => inNight(kind, value)) };
      }),
    }),
    [known],
  );
  return useQuery({
    queryKey: queryKey('measured', userId, { from, to }),
    queryFn: ({ signal }) =>
      orKeptAnswer<MeasuredRange>(MEASURED, `${from} ${to}`, async () =>
        expectData(await api.GET('/api/measures/days', { params: { query: { from, to } }, signal })),
      ),
    select,
    enabled: isWanted && userId !== '',
  });
}
