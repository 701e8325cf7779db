import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { Sky } from '../components/sky';
import { endSession, useSession } from '../lib/session';
import { Footer } from './footer';
import styles from './layout.module.css';
import { Navbar } from './navbar';
import { RestoreNotice } from './restore-notice';

export function Layout() {
  const { pathname } = useLocation();
  const session = useSession();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);

  // A new page takes the focus, so that a keyboard or a screen reader starts at its top.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  // The way out after a logout has been walked; from here a guarded page means the login again.
  const left = session.status === 'anonymous' && session.reason === 'left';
  useEffect(() => {
    if (left && pathname === '/') endSession('none');
  }, [left, pathname]);

  return (
    <div className={styles.layout}>
      <a className={styles.skip} href="#main">
        Skip to the page
      </a>
      <Sky tall={pathname === '/'} />
      <Navbar />
      <RestoreNotice />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Footer />
      <ScrollRestoration />
    </div>
  );
}
