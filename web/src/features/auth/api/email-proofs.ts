import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, expectData, expectNoBody, publicApi, restoreSession } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { renewSession } from '../../../lib/api/session';
import { queryKey } from '../../../lib/query-keys';

type Schemas = components['schemas'];

interface EmailChange {
  email: string;
  currentPassword?: string;
}

/** POST /user/me/email-proof: sends another mail. */
export function useSendEmailProof() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => expectNoBody(await api.POST('/api/user/me/email-proof')),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKey('emailProof') }),
  });
}

/** PUT /user/me/email-proof, when signed in. The token holds the address, so it is renewed. */
export function useProveOwnEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['ProveOwnEmailDto']) => {
      expectNoBody(await api.PUT('/api/user/me/email-proof', { body }));
      // The address is confirmed even if this fails.
      await restoreSession('expired').catch(() => undefined);
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKey('emailProof') }),
  });
}

/** PUT /email-proofs, with the account's password. */
export function useProveEmail() {
  return useMutation({
    mutationFn: async (body: Schemas['ProveEmailDto']) =>
      expectNoBody(await publicApi.PUT('/api/email-proofs', { body })),
  });
}

/** PATCH /user/me: takes effect at once if no mail is sent, otherwise when the address is confirmed. */
export function useChangeEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: EmailChange) => {
      const answer = expectData(await api.PATCH('/api/user/me', { body }));
      if ('token' in answer) renewSession(answer.token);
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKey('emailProof') }),
  });
}
