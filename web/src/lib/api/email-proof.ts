import { useQuery } from '@tanstack/react-query';
import { api, expectData } from './api-client';
import type { components } from './api-types.gen';

export type EmailProof = components['schemas']['EmailProofDto'];

export const EMAIL_PROOF_KEY = ['email-proof'];

/** GET /user/me/email-proof. */
export function useEmailProof() {
  return useQuery({
    queryKey: EMAIL_PROOF_KEY,
    queryFn: async ({ signal }) => expectData(await api.GET('/api/user/me/email-proof', { signal })),
  });
}
