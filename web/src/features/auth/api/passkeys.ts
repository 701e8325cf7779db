import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, expectData, expectNoBody, publicApi } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { queryKey } from '../../../lib/query-keys';
import { makePasskey, askForPasskey } from './authenticator';
import { enter } from './log-in';

type Schemas = components['schemas'];

export type Passkey = Schemas['PasskeyDto'];

/** GET /user/me/passkeys, newest first. */
export function usePasskeys() {
  return useQuery({
    queryKey: queryKey('passkeys'),
    staleTime: 0,
    queryFn: async ({ signal }) => expectData(await api.GET('/api/user/me/passkeys', { signal })),
  });
}

/** POST /user/me/passkeys/options, then the authenticator, then POST /user/me/passkeys. */
export function useAddPasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (proof: Schemas['PasskeyProofDto']) => {
      const { options } = expectData(await api.POST('/api/user/me/passkeys/options', { body: proof }));
      const body = await makePasskey(options);
      return expectData(await api.POST('/api/user/me/passkeys', { body }));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKey('passkeys') }),
  });
}

/** PATCH /user/me/passkeys/{id}. */
export function useRenamePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, name }: Pick<Passkey, 'id' | 'name'>) =>
      expectData(await api.PATCH('/api/user/me/passkeys/{id}', { params: { path: { id } }, body: { name } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKey('passkeys') }),
  });
}

/** POST /user/me/passkeys/{id}/removal. */
export function useRemovePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, ...body }: { id: string; currentPassword?: string }) =>
      expectNoBody(await api.POST('/api/user/me/passkeys/{id}/removal', { params: { path: { id } }, body })),
    // Other sessions have ended too.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

/** POST /login/passkey/options. */
export async function getPasskeyOptions(): Promise<Schemas['PasskeyOptionsDto']['options']> {
  return expectData(await publicApi.POST('/api/login/passkey/options')).options;
}

/**
 * POST /login/passkey. Without an answer of an authenticator, asks for one.
 * @param isShared whether others use this device, so that nothing is kept on it
 */
export function useLogInByPasskey(isShared: boolean) {
  return useMutation({
    mutationFn: async (answer: Schemas['PasskeyLoginDto'] | undefined) => {
      const body = answer ?? (await askForPasskey(await getPasskeyOptions()));
      return expectData(await publicApi.POST('/api/login/passkey', { body })).token;
    },
    onSuccess: (token) => enter(token, isShared),
  });
}
