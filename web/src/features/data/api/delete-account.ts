import { useMutation } from '@tanstack/react-query';
import { api, expectOk } from '../../../lib/api-client';
import { forgetLeaving, markLeaving } from '../../../lib/leaving';
import { endSession } from '../../../lib/session';

/** DELETE /user/me: then nobody is signed in here, in other tabs neither. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: async () => expectOk(await api.DELETE('/api/user/me')),
    onSuccess: () => {
      markLeaving();
      forgetLeaving();
      endSession('left');
    },
  });
}
