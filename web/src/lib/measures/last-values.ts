import { useQuery } from '@tanstack/react-query';
import type { components } from '../api/api-types.gen';
import { api, expectData } from '../api/api-client';
import { useUser } from '../api/session';
import { keepAnswer, orKept, readAnswer } from '../copy/copy';
import { addDays } from '../dates/calendar';
import { queryKey } from '../query-keys';
import type { Measure } from './measures';

export type MeasuredRange = components['schemas']['MeasuredRangeDto'];

/** Days in which a value is worth mentioning. */
const RECENT_DAYS = 14;

/** The kind under which the device keeps what was measured, by the range. */
const MEASURED = 'measured';

/** GET /measures/days. Days are YYYY-MM-DD. Each change of entries fetches it again. @param isWanted whether to ask at all */
export function useMeasured(from: string, to: string, isWanted = true) {
  const userId = useUser()?.id ?? '';
  return useQuery({
    queryKey: queryKey('measured', userId, { from, to }),
    queryFn: ({ signal }) =>
      orKept(
        async () => {
          const params = { query: { from, to } };
          const range = expectData(await api.GET('/api/measures/days', { params, signal }));
          void keepAnswer(MEASURED, `${from} ${to}`, range);
          return range;
        },
        (vault) => readAnswer<MeasuredRange>(vault, MEASURED, `${from} ${to}`),
      ),
    enabled: isWanted && userId !== '',
  });
}

/** Finds the last value of a measure before today. */
export function useLastValues(today: string) {
  const { data } = useMeasured(addDays(today, -RECENT_DAYS), addDays(today, -1));
  return ({ _id }: Measure): { value: number; day: string } | undefined => {
    const days = data?.measures.find((one) => one._id === _id);
    const [day, value] = [days?.days.at(-1), days?.values.at(-1)];
    return day === undefined || value === undefined ? undefined : { value, day };
  };
}
