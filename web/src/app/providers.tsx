import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { createQueryClient } from '../lib/query-client';
import { dropAllDrafts, returnDraft } from '../lib/drafts';
import { sessionStore } from '../lib/session';
import { forgetWeather } from '../lib/sky';

/**
 * What one person has loaded or written is forgotten before another one, or nobody, looks at the screen, however
 * the session ended. What somebody was writing when it ran out stays in memory, for them alone.
 */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  useEffect(() => {
    let owner = ownerOfSession();
    return sessionStore.subscribe(() => {
      const next = ownerOfSession();
      const session = sessionStore.get();
      if (session.status === 'anonymous') dropAllDrafts(session.reason === 'expired' ? owner : undefined);
      else if (next !== undefined) returnDraft(next);
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
