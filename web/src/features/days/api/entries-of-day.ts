import { useQuery } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import type { SessionUser } from '../../../lib/api/session';
import { orKept } from '../../../lib/device/kept';
import { noteEntries, readDay } from '../../../lib/device/kept-entries';

export type Entry = components['schemas']['EntryDto'];

/** The most entries that are shown for a day. */
const DAY_MAX = 50;

/** GET /journal/search for one day, newest first. */
export const useEntriesOfDay = (user: SessionUser, day: string) =>
  useQuery({
    queryKey: ['entries of a day', user.id, day],
    queryFn: ({ signal }): Promise<Entry[]> => {
      const ask = async () => {
        const query = { userReference: user.email, startDate: day, endDate: day, limit: DAY_MAX };
        const entries = expectData(await api.GET('/api/journal/search', { params: { query }, signal }));
        void noteEntries(entries);
        return entries;
      };
      return orKept(ask, (vault) => readDay(vault, day));
    },
  });
