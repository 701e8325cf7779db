import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, expectData, expectOk } from '../../../lib/api-client';
import { useProfile } from './profile';

const KEY = ['invitations'];

/** GET /invitations: not asked for, and undefined, for anybody but the administrator. */
export function useInvitations() {
  const profile = useProfile();
  return useQuery({
    queryKey: KEY,
    enabled: profile.data?.isAdmin === true,
    queryFn: async ({ signal }) => expectData(await api.GET('/api/invitations', { signal })),
  });
}

/** POST /invitations. Only this answer contains the token. */
export function useInvite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => expectData(await api.POST('/api/invitations')),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}

/** DELETE /invitations/{id}. One that was used meanwhile is no error. */
export function useTakeBackInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const answer = await api.DELETE('/api/invitations/{id}', { params: { path: { id } } });
      if (answer.response.status !== 404) expectOk(answer);
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
