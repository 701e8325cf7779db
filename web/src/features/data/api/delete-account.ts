import { useMutation } from '@tanstack/react-query';
import { api, expectNoBody } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { forgetLeaving, markLeaving } from '../../../lib/vault/marks';
import { endSession } from '../../../lib/api/session';

type AccountProof = components['schemas']['DeleteAccountDto'];

/** DELETE /user/me: signs out here and in all other tabs. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: async (body: AccountProof) => expectNoBody(await api.DELETE('/api/user/me', { body })),
    onSuccess: () => {
      markLeaving();
      forgetLeaving();
      endSession('left');
    },
  });
}
