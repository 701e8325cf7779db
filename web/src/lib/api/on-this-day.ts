import { useQuery } from '@tanstack/react-query';
import { sameDayBefore, yearOf } from '../../charts/calendar';
import { api, expectData } from './api-client';
import type { components } from './api-types.gen';
import { useFirstDay } from '../dates/first-day';
import { useWaiting } from '../device/device';
import { orKept } from '../device/kept';
import { keepEarlier, readEarlier } from '../device/kept-entries';
import { withWaiting } from '../device/waiting-entries';
import type { SessionUser } from './session';

export type Entry = components['schemas']['EntryDto'];

/** The years to look back, and the entries to show in all. */
const YEARS_MAX = 5;
const SHOWN_MAX = 3;

/**
 * The entries of this day in the last years, latest first.
 * @param today YYYY-MM-DD
 */
export function useOnThisDay(user: SessionUser, today: string) {
  const { data: firstDay } = useFirstDay(user.id, today);
  const days = firstDay ? earlierDays(today, firstDay) : [];
  const waiting = useWaiting();
  const ask = async (signal: AbortSignal): Promise<Entry[]> => {
    const pages = await Promise.all(
      days.map(async (day): Promise<Entry[]> => {
        const query = { userReference: user.email, startDate: day, endDate: day, limit: SHOWN_MAX };
        return expectData(await api.GET('/api/journal/search', { params: { query }, signal }));
      }),
    );
    const entries = pages.flat().slice(0, SHOWN_MAX);
    void keepEarlier(entries);
    return entries;
  };
  return useQuery({
    // Deletions and changes invalidate all keys with this prefix.
    queryKey: ['entries of a day', user.id, 'earlier', days],
    queryFn: ({ signal }) =>
      orKept(
        () => ask(signal),
        (vault) => readEarlier(vault, days, SHOWN_MAX),
      ),
    enabled: days.length > 0,
    // Entries of past years change only when they are edited, which invalidates them.
    staleTime: Infinity,
    select: (entries) => withWaiting(entries, waiting),
  });
}

/** The same day in the years before, latest first. */
function earlierDays(today: string, firstDay: string): string[] {
  const years = Math.min(yearOf(today) - yearOf(firstDay), YEARS_MAX);
  return sameDayBefore(today, years).filter((day) => day >= firstDay);
}
