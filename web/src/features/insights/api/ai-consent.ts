import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api/api-client';
import { useUser } from '../../../lib/api/session';
import { queryKey } from '../../../lib/query-keys';

/** GET /user/me: the outside models that the user has agreed to. Fetched only if an outside model is configured. */
export function useAiConsent(recipient: string | null | undefined) {
  const userId = useUser()?.id;
  return useQuery({
    queryKey: queryKey('aiConsent', userId),
    enabled: Boolean(recipient),
    queryFn: async ({ signal }) => expectData(await api.GET('/api/user/me', { signal })).aiConsent,
  });
}

/** PATCH /user/me: replaces the list of models that the user has agreed to. */
export function useSetAiConsent() {
  const queryClient = useQueryClient();
  const userId = useUser()?.id;
  return useMutation({
    mutationFn: async (aiConsent: string[]) => {
      const answer = expectData(await api.PATCH('/api/user/me', { body: { aiConsent } }));
      return ('user' in answer ? answer.user : answer).aiConsent;
    },
    onSuccess: (aiConsent) => queryClient.setQueryData(queryKey('aiConsent', userId), aiConsent),
  });
}
