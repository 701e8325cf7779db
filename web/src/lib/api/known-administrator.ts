import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { profileKey } from './profile';

/**
 * Whether the user administers, as far as it is known: the frame of the page reads the profile that other parts fetch
 * (profile.ts), and fetches nothing. It only shows a link; the server checks each request.
 */
export function useIsKnownAdministrator(userId: string): boolean {
  const client = useQueryClient();
  return useSyncExternalStore(
    (onChange) => client.getQueryCache().subscribe(onChange),
    () => client.getQueryData<{ isAdmin: boolean }>(profileKey(userId))?.isAdmin === true,
  );
}
