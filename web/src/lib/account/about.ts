import { useQuery } from '@tanstack/react-query';
import { api, expectData } from '../api/api-client';
import type { components } from '../api/api-types.gen';
import { queryKey } from '../query-keys';

export type About = components['schemas']['AboutDto'];

/** GET /about: what this installation is configured to do. It changes only when the server restarts. */
export function useAbout() {
  return useQuery({
    queryKey: queryKey('about'),
    queryFn: async ({ signal }) => expectData(await api.GET('/api/about', { signal })),
    staleTime: 5 * 60_000,
  });
}

/** Whether this installation uses a language model, outside or on its own server. */
export function useWritesWithAi(): boolean {
  const { data } = useAbout();
  return data !== undefined && data.insights.provider !== 'local';
}
