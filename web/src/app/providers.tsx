import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { createQueryClient } from '../lib/api/query-client';
import { sessionStore, signedInId } from '../lib/api/session';
import { takeOverLanguage } from '../lib/language/language';
import { forgetWeather } from '../lib/weather/sky';

/**
 * However a session ends, the data that its user loaded is dropped before another user can see it. What the device keeps of
 * them, their unsaved words too, is deleted by absent-users.ts.
 */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  useEffect(() => {
    let owner = signedInId();
    // The session may have been restored before this is mounted.
    if (owner !== undefined) scheduleLanguage();
    return sessionStore.subscribe(() => {
      const next = signedInId();
      if (owner !== undefined && owner !== next) {
        queryClient.clear();
        forgetWeather();
      }
      if (next !== undefined && next !== owner) scheduleLanguage();
      owner = next;
    });
  }, [queryClient]);
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </I18nProvider>
  );
}

/**
 * After a sign-in, the page takes over the account's language. Later changes must not load the page again while its user
 * writes. It waits until the redirect from the login has changed the address, which stays when the page loads again.
 */
function scheduleLanguage(): void {
  setTimeout(() => {
    const session = sessionStore.get();
    // What this device kept of the account may be older than a choice here, which the server has had since.
    const isFromServer = session.status === 'authenticated' && session.token !== '';
    if (isFromServer && session.user.language) takeOverLanguage(session.user.language);
  });
}
