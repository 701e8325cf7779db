import { Trans } from '@lingui/react/macro';
import { type ComponentType, lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../../../components/forms/button';
import { Notice } from '../../../components/page/notice';
import { DocumentTitle } from '../../../components/page/page-head';
import { useSession } from '../../../lib/api/session';
import { cn } from '../../../lib/cn';
import { loadMessages } from '../../../lib/language/language';
import styles from './landing-page.module.css';
import { SamplePage } from './sample-page';

/** Loaded separately, since only visitors who scroll see it. If that fails, the page ends with its first screen. */
const BelowFold = lazy<ComponentType>(() =>
  Promise.all([import('./below-fold'), loadMessages('landing')]).then(
    ([{ BelowFold: Loaded }]) => ({ default: Loaded }),
    () => ({ default: () => null }),
  ),
);

/** The state of a visit that began at an address that leads nowhere. */
export const UNKNOWN_ADDRESS = 'unknown-address';

export function LandingPage() {
  return (
    <>
      <DocumentTitle />
      <WrongAddress />
      <section className={styles.hero}>
        <div>
          <h1 className={styles.heading}>
            <Trans>Your mood has a weather of its own.</Trans>
          </h1>
          <p className={styles.tagline}>
            <Trans>
              Write a few lines in the evening. See what rain, sun and the days of the week do to you.
            </Trans>
          </p>
          <Begin />
        </div>
        <SamplePage />
      </section>
      <Hills />
      <Suspense fallback={<div className={styles.loading} />}>
        <BelowFold />
      </Suspense>
    </>
  );
}

/** It does not repeat the address, whose words anyone could have chosen. */
function WrongAddress() {
  if (useLocation().state !== UNKNOWN_ADDRESS) return null;
  return (
    <div className={styles.wrong}>
      <Notice tone="info">
        <Trans>
          There is no page at this address. Perhaps the link was cut short. This is where Inner Weather
          begins.
        </Trans>
      </Notice>
    </div>
  );
}

/** Signed-in users see a link to their journal. While the session is being restored, the space stays empty. */
function Begin() {
  const { status } = useSession();
  const isSignedIn = status === 'authenticated';
  return (
    <ButtonLink
      to={isSignedIn ? '/journal' : '/signup'}
      variant="primary"
      className={cn(styles.join, status === 'restoring' && styles.unknown)}
    >
      {isSignedIn ? (
        <Trans>Open your journal</Trans>
      ) : (
        <Trans comment="The button that leads to the sign-up">Join</Trans>
      )}
    </ButtonLink>
  );
}

function Hills() {
  return (
    <svg className={styles.hills} viewBox="0 0 1440 220" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.far} d="M0 120C180 40 330 30 520 90s330 90 520 30 280-70 400-40v140H0z" />
      <path className={styles.mid} d="M0 160c160-50 300-60 470-20s300 70 500 20 330-60 470-20v80H0z" />
      <path className={styles.near} d="M0 196c200-40 420-40 640-10s420 40 800-20v54H0z" />
    </svg>
  );
}
