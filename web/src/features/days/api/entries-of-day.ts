import { useQuery } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api/api-client';
import type { SessionUser } from '../../../lib/api/session';
import { useWaiting } from '../../../lib/outbox/waiting';
import { orKept } from '../../../lib/copy/copy';
import { newestFirst, noteEntries, readDay } from '../../../lib/copy/entries';
import type { Waiting } from '../../../lib/outbox/changes';
import { newEntries, withWaiting } from '../../../lib/outbox/pending';
import type { Entry } from '../../../lib/entry/entry';
import { dayEntriesQuery } from '../../../lib/entries/entry-queries';

/** The most entries that are shown for a day. */
export const DAY_MAX = 50;

/**
 * GET /journal/search for one day, newest first, with what waits to be sent. More than DAY_MAX entries mean that the day may
 * have others, too.
 */
export function useEntriesOfDay(user: SessionUser, day: string) {
  const waiting = useWaiting();
  return useQuery({
    ...dayEntriesQuery(user.id, day, (signal) => {
      const ask = async () => {
        const days = { startDate: day, endDate: day };
        const query = { userReference: user.email, ...days, limit: DAY_MAX + 1 };
        const entries = expectData(await api.GET('/api/journal/search', { params: { query }, signal }));
        void noteEntries(entries);
        return entries;
      };
      return orKept(ask, (vault) => readDay(vault, day));
    }),
    select: (entries) => ofDay(entries, day, waiting),
  });
}

function ofDay(entries: Entry[], day: string, waiting: Waiting[]): Entry[] {
  if (waiting.length === 0) return entries;
  return [...withWaiting(entries, waiting), ...newEntries(waiting)]
    .filter((entry) => entry.day === day)
    .sort(newestFirst);
}
