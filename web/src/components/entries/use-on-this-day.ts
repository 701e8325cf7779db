import { useQuery } from '@tanstack/react-query';
import { sameDayBefore, yearOf } from '../../lib/dates/calendar';
import { api, expectData } from '../../lib/api/api-client';
import { useFirstDay } from '../../lib/entries/first-day';
import { useWaiting } from '../../lib/outbox/waiting';
import { orKept } from '../../lib/copy/copy';
import { keepEarlier } from '../../lib/copy/earlier';
import { readEarlier } from '../../lib/copy/entries';
import { withWaiting } from '../../lib/outbox/pending';
import type { Entry } from '../../lib/entry/entry';
import { earlierEntriesQuery } from '../../lib/entries/entry-queries';
import type { SessionUser } from '../../lib/api/session';

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
    ...earlierEntriesQuery(user.id, days, (signal) =>
      orKept(
        () => ask(signal),
        (vault) => readEarlier(vault, days, SHOWN_MAX),
      ),
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
