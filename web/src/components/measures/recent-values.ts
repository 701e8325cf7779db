import { useUser } from '../../lib/api/session';
import { addDays } from '../../lib/dates/calendar';
import { useSavedEntries } from '../../lib/entries/saved-entries';
import { useMeasured } from '../../lib/measures/measured';
import type { Measure } from '../../lib/measures/measures';
import { changedIds, newEntries, withWaiting } from '../../lib/outbox/pending';
import { useWaiting } from '../../lib/outbox/waiting';

/** Days in which a value is worth mentioning. */
const RECENT_DAYS = 14;

/** What was measured on a day, also in entries that wait on this device, and the last values before it. */
export function useRecentValues(day: string) {
  const query = useMeasured(addDays(day, -RECENT_DAYS), day);
  const waiting = useWaiting();
  const ofMeasure = ({ _id }: Measure) => query.data?.measures.find((one) => one._id === _id);
  const saved = useSavedEntries(useUser()?.id ?? '', changedIds(waiting));
  const waitsForDay = [...newEntries(waiting), ...withWaiting(saved, waiting)].filter(
    (entry) => entry.day === day,
  );
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
