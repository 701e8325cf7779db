import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { createQueryClient } from '../lib/api/query-client';
import { sessionStore } from '../lib/api/session';
import { forgetWeather } from '../lib/sky';
import { dropAllUnsaved } from '../lib/drafts/unsaved';

/**
 * However a session ends, the data that its user loaded is dropped before another user can see it. A logout also deletes
 * their unsaved words. If the session expired, those words stay, for the same user only.
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
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </I18nProvider>
  );
}

function ownerOfSession(): string | undefined {
  const session = sessionStore.get();
  return session.status === 'authenticated' ? session.user.id : undefined;
}
