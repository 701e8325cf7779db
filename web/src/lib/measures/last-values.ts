import { inNight } from '@inner-weather/domain/measures/measures';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { components } from '../api/api-types.gen';
import { api, expectData } from '../api/api-client';
import { useUser } from '../api/session';
import { keepAnswer, orKept, readAnswer } from '../copy/copy';
import { addDays } from '../dates/calendar';
import { newEntries } from '../outbox/pending';
import { useWaiting } from '../outbox/waiting';
import { queryKey } from '../query-keys';
import { type Measure, useMeasures } from './measures';

export type MeasuredRange = components['schemas']['MeasuredRangeDto'];

/** Days in which a value is worth mentioning. */
const RECENT_DAYS = 14;

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
      orKept(
        async () => {
          const params = { query: { from, to } };
          const range = expectData(await api.GET('/api/measures/days', { params, signal }));
          void keepAnswer(MEASURED, `${from} ${to}`, range);
          return range;
        },
        (vault) => readAnswer<MeasuredRange>(vault, MEASURED, `${from} ${to}`),
      ),
    select,
    enabled: isWanted && userId !== '',
  });
}

/** What was measured on a day, also in entries that wait on this device, and the last values before it. */
export function useRecentValues(day: string) {
  const query = useMeasured(addDays(day, -RECENT_DAYS), day);
  const waiting = useWaiting();
  const ofMeasure = ({ _id }: Measure) => query.data?.measures.find((one) => one._id === _id);
  const waitsForDay = newEntries(waiting).filter((entry) => entry.day === day);
  return {
    isPending: query.isPending && query.fetchStatus === 'fetching',
    isNotedOn: (measure: Measure): boolean =>
      (ofMeasure(measure)?.days.includes(day) ?? false) ||
      waitsForDay.some(({ measures }) => measures?.[measure._id] !== undefined),
    lastOf: (measure: Measure): { value: number; day: string } | undefined => {
      const { days = [], values = [] } = ofMeasure(measure) ?? {};
      const index = days.findLastIndex((one) => one < day);
      const [last, value] = [days[index], values[index]];
      return last === undefined || value === undefined ? undefined : { value, day: last };
    },
  };
}
