import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, expectData, expectNoBody, publicApi } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { beginSession, type SessionUser } from '../../../lib/api/session';
import { beginFirstRun } from '../../../lib/account/first-run';
import { forgetLeaving } from '../../../lib/vault/marks';
import { queryKey } from '../../../lib/query-keys';

type Schemas = components['schemas'];

/** GET /oidc/pending: the person whom a provider vouches for. `id`: as the address of the page says. */
export function usePendingIdentity(id: string) {
  return useQuery({
    queryKey: queryKey('pendingIdentity', id),
    staleTime: Infinity,
    queryFn: async ({ signal }) =>
      expectData(await publicApi.GET('/api/oidc/pending', { params: { query: { id } }, signal })),
  });
}

/** POST /oidc/pending/sign-up. */
export function useOidcSignUp(id: string) {
  return useMutation({
    mutationFn: async (body: Schemas['OidcSignUpDto']) =>
      expectData(await publicApi.POST('/api/oidc/pending/sign-up', { params: { query: { id } }, body }))
        .token,
    onSuccess: async (token) => beginFirstRun((await open(token)).id),
  });
}

/** POST /oidc/pending/connection. */
export function useConnectByPassword(id: string) {
  return useMutation({
    mutationFn: async (body: Schemas['OidcConnectionDto']) =>
      expectData(await publicApi.POST('/api/oidc/pending/connection', { params: { query: { id } }, body }))
        .token,
    onSuccess: async (token) => void (await open(token)),
  });
}

/** POST /user/me/identities/{provider}/removal. */
export function useDisconnect() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ provider, ...body }: { provider: string; currentPassword?: string }) =>
      expectNoBody(
        await api.POST('/api/user/me/identities/{provider}/removal', {
          params: { path: { provider } },
          body,
        }),
      ),
    // Other sessions have ended too.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

function open(token: string): Promise<SessionUser> {
  forgetLeaving();
  return beginSession(token);
}
