import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { isolate } from '@inner-weather/domain/text/isolate';
import { useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { ButtonLink } from '../../components/forms/button';
import { Logo } from '../../components/page/logo';
import { cn } from '../../lib/cn';
import { useIsKnownAdministrator } from './use-known-administrator';
import { useSession, type SessionUser } from '../../lib/api/session';
import { GUARDED_PAGES } from '../pages';
import { LogOutButton } from './log-out-button';
import styles from './navbar.module.css';

export function Navbar() {
  const session = useSession();
  const location = useLocation();
  // The menu belongs to the page where it was opened, so any navigation closes it.
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === location.key;
  const toggle = useRef<HTMLButtonElement>(null);
  const bar = useRef<HTMLElement>(null);
  const close = () => setOpenAt(undefined);

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(undefined);
      toggle.current?.focus();
    };
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !bar.current?.contains(event.target)) setOpenAt(undefined);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [open]);

  return (
    <header className={styles.bar} ref={bar}>
      <Link to="/" className={styles.brand} onClick={close}>
        <Logo />
        Inner Weather
      </Link>
      <button
        ref={toggle}
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls="menu"
        aria-label={t`Menu`}
        onClick={() => setOpenAt(open ? undefined : location.key)}
      >
        <svg
          width="20"
          height="20"
          viewBox="0 0 20 20"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <path d={open ? 'M5 5l10 10M15 5L5 15' : 'M3 6h14M3 10h14M3 14h14'} />
        </svg>
      </button>
      <nav
        id="menu"
        aria-label={t({ message: 'Main', comment: 'The main navigation, for screen readers' })}
        className={cn(styles.menu, open && styles.open)}
      >
        {session.status === 'authenticated' && <SignedIn user={session.user} onLeave={close} />}
        {session.status === 'anonymous' && <SignedOut />}
      </nav>
    </header>
  );
}

function SignedIn({ user, onLeave }: { user: SessionUser; onLeave: () => void }) {
  const name = isolate(user.name);
  const isAdmin = useIsKnownAdministrator(user.id);
  return (
    <>
      {Object.entries(GUARDED_PAGES).map(
        ([path, { link, forAdministrators }]) =>
          link &&
          (isAdmin || !forAdministrators) && (
            <NavLink key={path} className={styles.link} to={path}>
              {i18n._(link)}
            </NavLink>
          ),
      )}
      <span className={styles.greeting}>
        <Trans>Hi {name}</Trans>
      </span>
      <LogOutButton onLeave={onLeave} />
    </>
  );
}

function SignedOut() {
  return (
    <>
      <NavLink className={styles.link} to="/login">
        <Trans>Login</Trans>
      </NavLink>
      <ButtonLink className={styles.join} to="/signup">
        <Trans>Sign Up</Trans>
      </ButtonLink>
    </>
  );
}
