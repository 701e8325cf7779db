import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { restoreSession } from '../../lib/api/api-client';
import type { SessionUser } from '../../lib/api/session';
import { onRefetch } from '../../lib/refetch-in-tabs';
import { queryKeysOf } from '../../lib/query-keys';

/** Milliseconds after which a page that someone comes back to asks what other devices have changed in the profile. */
const FRESH_MS = 10 * 60_000;

/** Follows what the user changes in other tabs and, when they come back to this one, on other devices. */
export function useFollowElsewhere(user: SessionUser): void {
  const queries = useQueryClient();
  const { id } = user;
  useEffect(
    () =>
      onRefetch(id, (roots) => {
        for (const root of roots) void queries.invalidateQueries({ queryKey: queryKeysOf(root) });
        if (roots.includes('profile')) renewToken();
      }),
    [id, queries],
  );
  useEffect(() => {
    const since = Date.now();
    const onVisible = () => {
      if (document.visibilityState === 'visible' && Date.now() - since > FRESH_MS) renewToken();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [user]);
}

/** The token holds the city, the zone, the end of the day, and the language. */
const renewToken = (): void => void restoreSession('expired').catch(() => undefined);
