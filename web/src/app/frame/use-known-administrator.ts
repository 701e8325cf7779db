import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queryKey } from '../../lib/query-keys';

/**
 * Whether the user administers, as far as it is known: the frame of the page reads the profile that other parts fetch
 * (lib/account/profile.ts), and fetches nothing. It only shows a link; the server checks each request.
 */
export function useIsKnownAdministrator(userId: string): boolean {
  const client = useQueryClient();
  return useSyncExternalStore(
    (onChange) => client.getQueryCache().subscribe(onChange),
    () => client.getQueryData<{ isAdmin: boolean }>(queryKey('profile', userId))?.isAdmin === true,
  );
}
