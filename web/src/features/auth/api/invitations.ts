import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, expectData, expectNoBody } from '../../../lib/api/api-client';
import { queryKey } from '../../../lib/query-keys';

/** GET /invitations. Only administrators may call it. */
export function useInvitations() {
  return useQuery({
    queryKey: queryKey('invitations'),
    queryFn: async ({ signal }) => expectData(await api.GET('/api/invitations', { signal })),
  });
}

/** POST /invitations. Only this answer contains the token. */
export function useInvite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => expectData(await api.POST('/api/invitations')),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKey('invitations') }),
  });
}

/** DELETE /invitations/{id}. An invitation that was used in the meantime is not an error. */
export function useRevokeInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const answer = await api.DELETE('/api/invitations/{id}', { params: { path: { id } } });
      if (answer.response.status !== 404) expectNoBody(answer);
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKey('invitations') }),
  });
}
