import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, expectData, expectNoBody } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { queryKey } from '../../../lib/query-keys';

type Schemas = components['schemas'];

export type NewSecondFactor = Schemas['NewSecondFactorDto'];
type SecondFactorProof = Schemas['SecondFactorProofDto'];

/** GET /user/me/second-factor. */
export function useSecondFactor() {
  return useQuery({
    queryKey: queryKey('secondFactor'),
    staleTime: 0,
    queryFn: async ({ signal }) => expectData(await api.GET('/api/user/me/second-factor', { signal })),
  });
}

/** POST /user/me/second-factor: returns a secret, which takes effect once it is confirmed. */
export function useBeginSecondFactor() {
  return useMutation({
    mutationFn: async (body: Schemas['BeginSecondFactorDto']) =>
      expectData(await api.POST('/api/user/me/second-factor', { body })),
  });
}

/** POST /user/me/second-factor/confirmation. Only this answer contains the recovery codes. */
export function useConfirmSecondFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['ConfirmSecondFactorDto']) =>
      expectData(await api.POST('/api/user/me/second-factor/confirmation', { body })).recoveryCodes,
    // Other sessions have ended too. Not awaited, so that the codes are shown at once; by then the factor is on.
    onSuccess: ({ length }) => {
      const state = { active: true, activeSince: new Date().toISOString(), recoveryCodesLeft: length };
      queryClient.setQueryData<Schemas['SecondFactorDto']>(queryKey('secondFactor'), state);
      void queryClient.invalidateQueries();
    },
    // The answer may have been lost on its way back, and the factor is on.
    onError: () => void queryClient.invalidateQueries({ queryKey: queryKey('secondFactor') }),
  });
}

/** POST /user/me/second-factor/recovery-codes. Only this answer contains the new codes. */
export function useRenewRecoveryCodes() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: SecondFactorProof) =>
      expectData(await api.POST('/api/user/me/second-factor/recovery-codes', { body })).recoveryCodes,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKey('secondFactor') }),
  });
}

/** POST /user/me/second-factor/removal. */
export function useRemoveSecondFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: SecondFactorProof) =>
      expectNoBody(await api.POST('/api/user/me/second-factor/removal', { body })),
    // Other sessions have ended too.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
