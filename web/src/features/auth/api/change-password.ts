import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api/api-client';
import { queryKeysOf } from '../../../lib/query-keys';

export interface PasswordChange {
  currentPassword?: string;
  password: string;
}

/** PATCH /user/me: every other session of the account ends. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: PasswordChange) => {
      const answer = await api.PATCH('/api/user/me', { body });
      expectData(answer);
    },
    // An account without a password has one now.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeysOf('profile') }),
  });
}
