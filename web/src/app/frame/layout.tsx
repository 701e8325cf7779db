import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useRef, type ComponentType } from 'react';
import { Outlet, ScrollRestoration, useLocation, type Location } from 'react-router-dom';
import { Sky } from '../../components/entries/sky';
import { BelowHead } from '../../components/page/page-head';
import { loadMessages } from '../../lib/language/language';
import { endSession, useSession } from '../../lib/api/session';
import { Footer } from './footer';
import styles from './layout.module.css';
import { Navbar } from './navbar';
import { PageSkeleton } from './page-skeleton';
import { titleOf } from '../pages';
import { useMenu } from './use-menu';
import { RestoreNotice } from '../notices/restore-notice';

/** Milliseconds. A page may be busy for long. */
const IDLE_MAX_MS = 1_000;
/** Milliseconds, in Safari, which cannot say when the page is idle. */
const PAUSE_MS = 50;

/**
 * A part of the frame that is loaded separately to keep the landing page small, and once the page is drawn, so that nothing
 * delays that. If loading fails, it appears on the next page.
 */
const lazyPart = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(async () => {
    await idle();
    return Promise.all([load(), loadMessages('shared')]).then(
      ([part]) => ({ default: part }),
      () => ({ default: () => null }),
    );
  });

const SignedInNotices = lazyPart(async () => (await import('../notices/signed-in-notices')).SignedInNotices);

/** Loaded with them, since nothing may get through once it has to be shown. */
const WaitingFrontLine = lazyPart(
  async () => (await import('../notices/waiting-front-line')).WaitingFrontLine,
);

const BottomBar = lazyPart(async () => (await import('./bottom-bar')).BottomBar);

/** Resolves when the page has been painted and has nothing to do, or after a moment. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: IDLE_MAX_MS });
    else setTimeout(resolve, PAUSE_MS);
  });
}

const BELOW_HEAD = (
  <Suspense>
    <WaitingFrontLine />
  </Suspense>
);

export function Layout() {
  const { pathname } = useLocation();
  const session = useSession();
  const menu = useMenu();
  const main = useRef<HTMLElement>(null);
  // `/insights/<id>` is part of the page `/insights`, which moves the focus itself.
  const page = pathname.replace(/^(\/insights)\/.*/, '$1');
  const previousPage = useRef(page);

  // Focus the new page, so that keyboards and screen readers start at its top, unless the page has set the focus.
  useEffect(() => {
    if (previousPage.current === page) return;
    previousPage.current = page;
    if (main.current?.contains(document.activeElement)) return;
    main.current?.focus({ preventScroll: true });
  }, [page]);

  // The redirect after a logout is done; from now on a guarded page leads to the login again.
  const hasLeft = session.status === 'anonymous' && session.reason === 'left';
  useEffect(() => {
    if (hasLeft && pathname === '/') endSession('none');
  }, [hasLeft, pathname]);

  return (
    <div className={styles.layout}>
      <a
        className={styles.skip}
        href="#main"
        onClick={(event) => {
          // The fragment of the address may hold a search.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        <Trans>Skip to the page</Trans>
      </a>
      <Sky tall={pathname === '/'} />
      <Navbar menu={menu} />
      <RestoreNotice />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        {session.status === 'authenticated' && (
          <Suspense>
            <SignedInNotices key={session.user.id} user={session.user} pathname={pathname} />
          </Suspense>
        )}
        <BelowHead value={session.status === 'authenticated' && BELOW_HEAD}>
          {/* Around all pages, so that the old page stays visible until the next one has loaded. */}
          <Suspense fallback={<PageFallback path={pathname} />}>
            <Outlet />
          </Suspense>
        </BelowHead>
      </main>
      <Footer />
      {session.status === 'authenticated' && (
        <Suspense>
          <BottomBar menu={menu} />
        </Suspense>
      )}
      <ScrollRestoration getKey={scrollKeyOf} />
    </div>
  );
}

/** Visible only when a page is opened by its address. */
function PageFallback({ path }: { path: string }) {
  const title = titleOf(path);
  return title === undefined ? null : <PageSkeleton title={title} />;
}

/**
 * The key under which a page's scroll position is stored. All pages that were opened by their address have the key
 * 'default'; without the path they would share one position.
 */
function scrollKeyOf({ key, pathname }: Location): string {
  return `${pathname} ${key}`;
}
