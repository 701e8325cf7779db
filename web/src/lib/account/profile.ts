import { useQuery } from '@tanstack/react-query';
import { api, expectData } from '../api/api-client';
import type { components } from '../api/api-types.gen';
import { useUser } from '../api/session';
import { queryKey } from '../query-keys';

export type Profile = components['schemas']['UserDto'];

/** GET /user/me. */
export function useProfile() {
  const userId = useUser()?.id;
  return useQuery({
    queryKey: queryKey('profile', userId),
    queryFn: async ({ signal }) => expectData(await api.GET('/api/user/me', { signal })),
  });
}

/** Whether the signed-in user has a password; so until the profile is known. */
export const useHasPassword = (): boolean => useProfile().data?.hasPassword !== false;
