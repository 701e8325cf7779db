import { useMutation, useQuery } from '@tanstack/react-query';
import { forgetLeaving, isLeaving } from '../vault/marks';
import { setSharedDevice } from '../vault/shared-device';
import { api, expectData, publicApi } from '../api/api-client';
import type { components } from '../api/api-types.gen';
import { logOut } from '../api/log-out';
import { queryKey } from '../query-keys';

type Schemas = components['schemas'];

export type SignInMethods = Schemas['SignInMethodsDto'];

interface BeginAt {
  /** The id of the provider. */
  provider: string;
  body: Schemas['BeginOidcDto'];
  /** Whether others use this device, for the page that the provider leads back to. */
  isShared?: boolean;
}

/** POST /oidc/{provider}, then leaves for the provider's page. Only an error stays on this one. */
export function useBeginOidc() {
  return useMutation({
    mutationFn: async ({ provider, body, isShared }: BeginAt) => {
      if (isLeaving()) {
        // Otherwise the page that the provider leads back to would log out what it finds.
        await logOut(undefined);
        forgetLeaving();
      }
      if (isShared !== undefined) setSharedDevice(isShared);
      const client = body.purpose === 'sign-in' ? publicApi : api;
      const answer = await client.POST('/api/oidc/{provider}', { params: { path: { provider } }, body });
      const { url } = expectData(answer);
      if (url !== null) window.location.assign(url);
    },
  });
}

/** GET /user/me/identities. */
export function useSignInMethods() {
  return useQuery({
    queryKey: queryKey('signInMethods'),
    staleTime: 0,
    queryFn: async ({ signal }) => expectData(await api.GET('/api/user/me/identities', { signal })),
  });
}
