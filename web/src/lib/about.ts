import { useQuery } from '@tanstack/react-query';
import { api, expectData } from './api-client';

/** GET /about: what this installation is set up to do. It changes only when the server is started anew. */
export function useAbout() {
  return useQuery({
    queryKey: ['about'],
    queryFn: async ({ signal }) => expectData(await api.GET('/api/about', { signal })),
    staleTime: 5 * 60_000,
  });
}

/** Whether a language model, outside or on a server of one's own, may be sent entries here. */
export function useWritesWithAi(): boolean {
  const { data } = useAbout();
  return data !== undefined && data.insights.provider !== 'local';
}
