import { type Beginnings, NO_BEGINNINGS } from '@inner-weather/domain/beginnings/beginnings';
import { useQuery } from '@tanstack/react-query';
import { api, expectData } from '../api/api-client';
import { toApiError } from '../api/api-error';
import { useUser } from '../api/session';
import { orKeptAnswer } from '../copy/copy';
import { queryKey } from '../query-keys';
import { useChange } from '../api/use-change';

/** The kind under which the device keeps them, and the only answer of that kind. */
const [BEGINNINGS, ALL] = ['beginnings', 'all'];

/** Milliseconds for which they are fresh. A change in the settings fetches them again. */
const FRESH_MS = 5 * 60_000;

/** Other devices change them at the same moment, at most. */
const MAX_ATTEMPTS = 3;

/** GET /beginnings: questions and templates of one's own. */
export function useBeginnings() {
  const userId = useUser()?.id ?? '';
  return useQuery({
    queryKey: queryKey('beginnings', userId),
    queryFn: ({ signal }) =>
      orKeptAnswer<Beginnings>(BEGINNINGS, ALL, async () =>
        expectData(await api.GET('/api/beginnings', { signal })),
      ),
    staleTime: FRESH_MS,
    enabled: userId !== '',
  });
}

/** The same, for a page that works without them, too; `isExpected` while the first answer is on its way. */
export function useOwnBeginnings(): { own: Beginnings; isExpected: boolean } {
  const { data: own = NO_BEGINNINGS, isLoading, failureCount } = useBeginnings();
  return { own, isExpected: isLoading && failureCount === 0 };
}

type Edit = (beginnings: Beginnings) => Beginnings;

/** PUT /beginnings, from what the server has: a change on another device is not lost. */
export async function changeBeginnings(edit: Edit): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { version, ...here } = expectData(await api.GET('/api/beginnings'));
    try {
      expectData(await api.PUT('/api/beginnings', { body: { version, ...edit(here) } }));
      return;
    } catch (error) {
      if (toApiError(error).code !== 'changed_meanwhile' || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

export const useChangeBeginnings = () => useChange(['beginnings'], changeBeginnings);
