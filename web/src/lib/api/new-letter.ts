import { useQuery } from '@tanstack/react-query';
import { api, expectData } from './api-client';

/** GET /insights: the newest weekly letter that was not opened; null if there is none. */
export function useNewLetter() {
  return useQuery({
    // Changes of insights invalidate all keys with this prefix.
    queryKey: ['insights', 'unopened letters'],
    queryFn: async ({ signal }) => {
      const query = { limit: 1, only: 'unopenedLetters' } as const;
      const [letter] = expectData(await api.GET('/api/insights', { params: { query }, signal })).items;
      return letter ?? null;
    },
  });
}
