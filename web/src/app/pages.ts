import { t } from '@lingui/core/macro';
import { lazyPage } from './frame/lazy-page';

/** Every page but the landing page, by its path, so that a visitor to the landing page downloads none of them. */
export const PAGES = {
  '/login': lazyPage(
    async () => (await import('../features/auth/components/sign-in/login-page')).LoginPage,
    'auth',
  ),
  '/signup': lazyPage(
    async () => (await import('../features/auth/components/sign-in/signup-page')).SignupPage,
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
  '/journal': lazyPage(
    async () => (await import('../features/journal/components/journal-page')).JournalPage,
    'journal',
  ),
  '/days': lazyPage(async () => (await import('./days-page')).DaysPage, 'days'),
  '/settings': lazyPage(async () => (await import('./settings-page')).SettingsPage, 'settings'),
  '/insights': lazyPage(
    async () => (await import('../features/insights/components/insights-page')).InsightsPage,
    'insights',
  ),
};

/** The title above a guarded page's placeholder; undefined for other pages. */
export function titleOf(path: string): string | undefined {
  switch (pageOf(path)) {
    case '/journal':
      return t`Journal`;
    case '/days':
      return t`Your days`;
    case '/insights':
      return t`Data Insights`;
    case '/settings':
      return t`Settings`;
    default:
      return undefined;
  }
}

/** Fetches the code of the page at a path early, so that it is ready when the page is shown. */
export function preloadPage(path: string): void {
  // An error can be ignored here: showing the page tries again.
  const page = pageOf(path);
  if (isPage(page)) PAGES[page].preload().catch(() => undefined);
}

/** The page of an address such as `/insights/<id>`. */
const pageOf = (path: string): string => `/${path.split('/')[1] ?? ''}`;

function isPage(path: string): path is keyof typeof PAGES {
  return Object.hasOwn(PAGES, path);
}
