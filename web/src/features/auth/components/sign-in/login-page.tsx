import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { Skeleton } from '../../../../components/page/skeleton';
import { useAbout } from '../../../../lib/account/about';
import { useBeginOidc } from '../../../../lib/account/sign-in-methods';
import { messageOf } from '../../../../lib/api/api-error';
import { useSession } from '../../../../lib/api/session';
import type { Credentials } from '../../api/log-in';
import { useRegistration } from '../../api/recovery';
import { useReturnTo } from './asked-page';
import { AuthLayout } from './auth-layout';
import styles from './auth-layout.module.css';
import { CodeStep } from './code-step';
import { useSharedDeviceChoice } from './fields/shared-device-field';
import { PasskeyButton } from './passkey-button';
import { PasswordStep } from './password-step';
import { ProviderButtons } from './provider-buttons';
import { SignInProblem } from './sign-in-problem';

/** Asks for email and password and, if the account has a second factor, for a code. */
export function LoginPage() {
  // Kept for the second step, because the server needs email, password and code in one request.
  const [asked, setAsked] = useState<{ credentials: Credentials; hasPasskey: boolean }>();
  const sharedDevice = useSharedDeviceChoice();
  const way = useWayIn();
  if (asked) {
    return (
      <AuthLayout title={t`Login`} heading={t`One more step`}>
        <CodeStep {...asked} isShared={sharedDevice.isShared} onBack={() => setAsked(undefined)} />
      </AuthLayout>
    );
  }
  if (way === 'unknown') {
    return (
      <AuthLayout title={t`Login`} heading={t`Welcome back`}>
        <Skeleton width="60%" height="1.25rem" />
      </AuthLayout>
    );
  }
  if (typeof way === 'object') return <GoToProvider provider={way} />;
  return (
    <AuthLayout title={t`Login`} heading={t`Welcome back`}>
      <SignInProblem />
      <ProviderButtons isShared={sharedDevice.isShared} />
      {way === 'password' && (
        <>
          <PasswordStep
            sharedDevice={sharedDevice}
            onCodeNeeded={(credentials, hasPasskey) => setAsked({ credentials, hasPasskey })}
          />
          <PasskeyButton isShared={sharedDevice.isShared} inField />
          <p className={styles.other}>
            <Link to="/reset-password">
              <Trans>Forgot your password?</Trans>
            </Link>
          </p>
        </>
      )}
      <p className={styles.other}>
        <Trans>
          New here? <Link to="/signup">Sign Up</Link>
        </Trans>
      </p>
    </AuthLayout>
  );
}

/**
 * How people sign in here. A provider: the page leads to it at once, unless something went wrong there, or the address
 * says `?auto=off`, by which an administrator gets back to this page.
 */
function useWayIn(): 'unknown' | 'password' | 'buttons' | { id: string; name: string } {
  const registration = useRegistration();
  const [search] = useSearchParams();
  // Without a connection, and once the first request has failed, the page shows what it has.
  if (registration.isLoading && registration.failureCount === 0) return 'unknown';
  const { autoProvider, passwordLogin = true, providers = [] } = registration.data ?? {};
  const stays = search.has('problem') || search.get('auto') === 'off';
  const provider = stays ? undefined : providers.find(({ id }) => id === autoProvider);
  return provider ?? (passwordLogin ? 'password' : 'buttons');
}

/** Leaves for the page of a provider without a press. */
function GoToProvider({ provider: { id, name } }: { provider: { id: string; name: string } }) {
  const { status } = useSession();
  const about = useAbout();
  const begin = useBeginOidc();
  const hasBegun = useRef(false);
  const isReady = status === 'anonymous' && !about.isPending;
  const isShared = about.data?.sharedDevices ?? false;
  const { mutate } = begin;
  const { returnTo } = useReturnTo();
  useEffect(() => {
    if (!isReady || hasBegun.current) return;
    hasBegun.current = true;
    mutate({ provider: id, isShared, body: { purpose: 'sign-in', returnTo } });
  }, [isReady, isShared, id, returnTo, mutate]);
  return (
    <AuthLayout title={t`Login`} heading={t`Welcome back`}>
      {begin.isError ? (
        <>
          <div className={styles.notice}>
            <Notice tone="error">{messageOf(begin.error)}</Notice>
          </div>
          <ButtonLink to="/login?auto=off" wide>
            <Trans>To the login page</Trans>
          </ButtonLink>
        </>
      ) : (
        <p>
          <Trans>
            You are on your way to <bdi>{name}</bdi>.
          </Trans>
        </p>
      )}
    </AuthLayout>
  );
}
