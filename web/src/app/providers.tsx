import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { createQueryClient } from '../lib/query-client';
import { sessionStore } from '../lib/session';
import { forgetWeather } from '../lib/sky';
import { dropAllUnsaved } from '../lib/unsaved';

/**
 * However a session ends, everything that its person loaded is forgotten before anybody else can see it. What they were
 * writing is deleted by a logout; if the session expired, it stays for them alone.
 */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  useEffect(() => {
    let owner = ownerOfSession();
    return sessionStore.subscribe(() => {
      const next = ownerOfSession();
      const session = sessionStore.get();
      if (owner !== undefined && session.status === 'anonymous' && session.reason !== 'expired')
        dropAllUnsaved(owner);
      if (owner !== undefined && owner !== next) {
        queryClient.clear();
        forgetWeather();
      }
      owner = next;
    });
  }, [queryClient]);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

function ownerOfSession(): string | undefined {
  const session = sessionStore.get();
  return session.status === 'authenticated' ? session.user.id : undefined;
}
