import { useQuery } from '@tanstack/react-query';
import { api, expectData } from './api-client';
import type { components } from './api-types.gen';
import { useUser } from './session';

export type Profile = components['schemas']['UserDto'];

export const profileKey = (userId: string | undefined) => ['profile', userId] as const;

/** GET /user/me. */
export function useProfile() {
  const userId = useUser()?.id;
  return useQuery({
    queryKey: profileKey(userId),
    queryFn: async ({ signal }) => expectData(await api.GET('/api/user/me', { signal })),
  });
}

/** Whether the signed-in user has a password; so until the profile is known. */
export const useHasPassword = (): boolean => useProfile().data?.hasPassword !== false;
