import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { createQueryClient } from '../lib/query-client';
import { sessionStore } from '../lib/session';
import { forgetWeather } from '../lib/sky';

/** What one person has loaded is forgotten before another one, or nobody, looks at the screen. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  useEffect(() => {
    let owner = ownerOfSession();
    return sessionStore.subscribe(() => {
      const next = ownerOfSession();
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
