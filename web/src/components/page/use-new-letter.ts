import { useQuery } from '@tanstack/react-query';
import { api, expectData } from '../../lib/api/api-client';
import { queryKey } from '../../lib/query-keys';

/** GET /insights: the newest weekly letter that was not opened; null if there is none. */
export function useNewLetter() {
  return useQuery({
    queryKey: queryKey('insights', 'newLetter'),
    queryFn: async ({ signal }) => {
      const query = { limit: 1, only: 'unopenedLetters' } as const;
      const [letter] = expectData(await api.GET('/api/insights', { params: { query }, signal })).items;
      return letter ?? null;
    },
  });
}
