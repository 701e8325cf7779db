import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, expectData, expectNoBody } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { queryKey } from '../../../lib/query-keys';

export type OpenSession = components['schemas']['OpenSessionDto'];

/** GET /user/me/sessions, most recently active first. */
export function useOpenSessions() {
  return useQuery({
    queryKey: queryKey('openSessions'),
    staleTime: 0,
    queryFn: async ({ signal }) => expectData(await api.GET('/api/user/me/sessions', { signal })),
  });
}

/** DELETE /user/me/sessions/{id}, or all but this one without an id. A session that has already ended is not an error. */
export function useEndSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string | undefined) => {
      const answer =
        id === undefined
          ? await api.DELETE('/api/user/me/sessions')
          : await api.DELETE('/api/user/me/sessions/{id}', { params: { path: { id } } });
      if (answer.response.status !== 404) expectNoBody(answer);
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKey('openSessions') }),
  });
}
