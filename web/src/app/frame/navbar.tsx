import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, NavLink } from 'react-router-dom';
import { isolate } from '../../lib/language/isolate';
import { ButtonLink } from '../../components/forms/button';
import { Logo } from '../../components/page/logo';
import { cn } from '../../lib/cn';
import { useIsKnownAdministrator } from './use-known-administrator';
import { useSession, type SessionUser } from '../../lib/api/session';
import { GUARDED_PAGES } from '../pages';
import { LogOutButton } from './log-out-button';
import styles from './navbar.module.css';
import type { Menu } from './use-menu';

export function Navbar({ menu }: { menu: Menu }) {
  const session = useSession();
  return (
    <header className={styles.bar}>
      <Link to="/" className={styles.brand} onClick={menu.close}>
        <Logo />
        Inner Weather
      </Link>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={menu.isOpen}
        aria-controls="menu"
        aria-label={t`Menu`}
        onClick={({ currentTarget }) => menu.toggle(currentTarget)}
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
          <path d={menu.isOpen ? 'M5 5l10 10M15 5L5 15' : 'M3 6h14M3 10h14M3 14h14'} />
        </svg>
      </button>
      <nav
        id="menu"
        aria-label={t({ message: 'Main', comment: 'The main navigation, for screen readers' })}
        className={cn(styles.menu, menu.isOpen && styles.open, menu.isBelow && styles.below)}
      >
        {session.status === 'authenticated' && <SignedIn user={session.user} onLeave={menu.close} />}
        {session.status === 'anonymous' && <SignedOut />}
      </nav>
    </header>
  );
}

/** The one for administrators comes first: it may appear later than the others, which it must not move. */
const LINKS = Object.entries(GUARDED_PAGES).sort(
  ([, one], [, other]) => Number(other.forAdministrators ?? false) - Number(one.forAdministrators ?? false),
);

function SignedIn({ user, onLeave }: { user: SessionUser; onLeave: () => void }) {
  const name = isolate(user.name);
  const isAdmin = useIsKnownAdministrator(user.id);
  return (
    <>
      {LINKS.map(
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
