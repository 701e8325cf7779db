import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { lazyPage, type LazyPage } from './frame/lazy-page';

/*
 * Every page but the landing page, by its path, so that a visitor to the landing page downloads none of them. The routes,
 * the navigation and the parts of the catalogues (web/build/parts.ts) follow from these lists.
 */

export const PUBLIC_PAGES: Record<string, LazyPage> = {
  '/login': lazyPage(
    async () => (await import('../features/auth/components/sign-in/login-page')).LoginPage,
    'auth',
  ),
  '/signup': lazyPage(
    async () => (await import('../features/auth/components/sign-in/signup-page')).SignupPage,
    'auth',
  ),
  '/join': lazyPage(
    async () => (await import('../features/auth/components/sign-in/join-page')).JoinPage,
    'auth',
  ),
  '/reset-password': lazyPage(
    async () => (await import('../features/auth/components/sign-in/reset-password-page')).ResetPasswordPage,
    'auth',
  ),
  '/confirm-email': lazyPage(
    async () => (await import('../features/auth/components/sign-in/confirm-email-page')).ConfirmEmailPage,
    'auth',
  ),
  '/letter-mail': lazyPage(
    async () => (await import('../features/auth/components/sign-in/letter-mail-page')).LetterMailPage,
    'auth',
  ),
};

interface GuardedPage extends LazyPage {
  /** Its name in the navigation; without one, other pages lead to it. */
  link?: MessageDescriptor;
  /** The title above its placeholder, if it differs from `link`. */
  title?: MessageDescriptor;
  /** Whether the navigation shows it to administrators only. */
  forAdministrators?: boolean;
  /** What may follow the path in an address, as the router writes it. */
  parameters?: string;
}

/** Pages of signed-in users, in the order of the navigation. */
export const GUARDED_PAGES: Record<string, GuardedPage> = {
  '/journal': {
    ...lazyPage(
      async () => (await import('../features/journal/components/journal-page')).JournalPage,
      'journal',
    ),
    link: msg`Journal`,
  },
  '/entries': {
    ...lazyPage(async () => (await import('../features/journal/components/entry-page')).EntryPage, 'journal'),
    title: msg`Entry`,
    parameters: '/:id',
  },
  '/days': {
    ...lazyPage(async () => (await import('./days-page')).DaysPage, 'days'),
    link: msg`Your days`,
    parameters: '/:id?',
  },
  '/insights': {
    ...lazyPage(
      async () => (await import('../features/insights/components/insights-page')).InsightsPage,
      'insights',
    ),
    link: msg`Insights`,
    title: msg`Data Insights`,
    parameters: '/:id?',
  },
  '/settings': {
    ...lazyPage(async () => (await import('./settings-page')).SettingsPage, 'settings'),
    link: msg`Settings`,
  },
  '/admin': {
    ...lazyPage(async () => (await import('./admin-page')).AdminPage, 'admin'),
    link: msg`Administration`,
    forAdministrators: true,
  },
  '/import': {
    ...lazyPage(async () => (await import('../features/import/components/import-page')).ImportPage, 'import'),
    title: msg`Bring your diary`,
  },
};

/** The title above a guarded page's placeholder; undefined for other pages. */
export function titleOf(path: string): string | undefined {
  const page = GUARDED_PAGES[pageOf(path)];
  const title = page?.title ?? page?.link;
  return title && i18n._(title);
}

/** Fetches the code of the page at a path early, so that it is ready when the page is shown. */
export function preloadPage(path: string): void {
  const page = GUARDED_PAGES[pageOf(path)] ?? PUBLIC_PAGES[pageOf(path)];
  // An error can be ignored here: showing the page tries again.
  page?.preload().catch(() => undefined);
}

/** The page of an address such as `/insights/<id>`. */
const pageOf = (path: string): string => `/${path.split('/')[1] ?? ''}`;
