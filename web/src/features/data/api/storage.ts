import { useQuery } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api/api-client';

/** GET /user/me/storage. Its key is below that of the entries, so a change to entries refreshes it. */
export function useStorage() {
  return useQuery({
    queryKey: ['entries', 'storage'],
    queryFn: async ({ signal }) => expectData(await api.GET('/api/user/me/storage', { signal })),
  });
}
