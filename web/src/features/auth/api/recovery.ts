import { useMutation, useQuery } from '@tanstack/react-query';
import { api, expectData, expectNoBody, publicApi } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { signedInId } from '../../../lib/api/session';
import { queryKey } from '../../../lib/query-keys';

type Schemas = components['schemas'];

/** GET /registration: who may sign up, and whether the journal sends mail. */
export function useRegistration() {
  return useQuery({
    queryKey: queryKey('registration'),
    queryFn: async ({ signal }) => expectData(await publicApi.GET('/api/registration', { signal })),
  });
}

/** POST /password-resets. */
export function useRequestReset() {
  return useMutation({
    mutationFn: async (body: Schemas['RequestResetDto']) =>
      expectNoBody(await publicApi.POST('/api/password-resets', { body })),
  });
}

/** PUT /password-resets. */
export function useResetPassword() {
  return useMutation({
    mutationFn: async (body: Schemas['ResetPasswordDto']) =>
      expectNoBody(await publicApi.PUT('/api/password-resets', { body })),
    // If the link was of the account that is signed in here, the answer ends its session.
    onSuccess: () => {
      if (signedInId() !== undefined) void api.GET('/api/user/me').catch(() => undefined);
    },
  });
}
