import { useMutation } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { renewSession, useUser } from '../../../lib/api/session';
import { useShowAnswer } from '../../../lib/api/use-change';
import { queryKey } from '../../../lib/query-keys';

type Schemas = components['schemas'];

export type ProfileChanges = Pick<
  Schemas['UpdateUserDto'],
  'firstName' | 'lastName' | 'location' | 'place' | 'timeZone' | 'dayEndsAt' | 'language'
>;

/** PATCH /user/me. The new token holds what has changed, so every page shows it at once. */
export function useChangeProfile() {
  const show = useShowAnswer<Schemas['UserDto']>({ queryKey: queryKey('profile', useUser()?.id) });
  return useMutation({
    mutationFn: async (body: ProfileChanges) => {
      const answer = expectData(await api.PATCH('/api/user/me', { body }));
      if (!('token' in answer)) return answer;
      renewSession(answer.token);
      return answer.user;
    },
    onSuccess: show,
  });
}
