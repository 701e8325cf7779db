import { useQuery } from '@tanstack/react-query';
import { api, expectData } from '../api/api-client';
import type { components } from '../api/api-types.gen';
import { queryKey } from '../query-keys';

export type EmailProof = components['schemas']['EmailProofDto'];

/** GET /user/me/email-proof. */
export function useEmailProof() {
  return useQuery({
    queryKey: queryKey('emailProof'),
    queryFn: async ({ signal }) => expectData(await api.GET('/api/user/me/email-proof', { signal })),
  });
}
