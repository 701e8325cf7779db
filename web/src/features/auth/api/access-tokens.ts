import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, expectData, expectNoBody } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { queryKey } from '../../../lib/query-keys';

type Schemas = components['schemas'];

export type AccessToken = Schemas['AccessTokenDto'];
export type NewAccessToken = Schemas['NewAccessTokenDto'];

/** GET /user/me/access-tokens, newest first. */
export function useAccessTokens() {
  return useQuery({
    queryKey: queryKey('accessTokens'),
    staleTime: 0,
    queryFn: async ({ signal }) => expectData(await api.GET('/api/user/me/access-tokens', { signal })),
  });
}

/** POST /user/me/access-tokens. Only this answer contains the token. */
export function useCreateAccessToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['CreateAccessTokenDto']) =>
      expectData(await api.POST('/api/user/me/access-tokens', { body })),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queryKey('accessTokens') });
    },
  });
}

/** DELETE /user/me/access-tokens/{id}. A token that was revoked in the meantime is not an error. */
export function useRevokeAccessToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const answer = await api.DELETE('/api/user/me/access-tokens/{id}', { params: { path: { id } } });
      if (answer.response.status !== 404) expectNoBody(answer);
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKey('accessTokens') }),
  });
}
