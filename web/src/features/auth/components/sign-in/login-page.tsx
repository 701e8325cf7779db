import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Credentials } from '../../api/log-in';
import { AuthLayout } from './auth-layout';
import styles from './auth-layout.module.css';
import { CodeStep } from './code-step';
import { useSharedDeviceChoice } from './shared-device-field';
import { PasswordStep } from './password-step';
import { ProviderButtons } from './provider-buttons';
import { SignInProblem } from './sign-in-problem';

/** Asks for email and password and, if the account has a second factor, for a code. */
export function LoginPage() {
  // Kept for the second step, because the server needs email, password and code in one request.
  const [credentials, setCredentials] = useState<Credentials>();
  const sharedDevice = useSharedDeviceChoice();
  if (credentials) {
    return (
      <AuthLayout title={t`Login`} heading={t`One more step`}>
        <CodeStep
          credentials={credentials}
          isShared={sharedDevice.isShared}
          onBack={() => setCredentials(undefined)}
        />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t`Login`} heading={t`Welcome back`}>
      <SignInProblem />
      <ProviderButtons isShared={sharedDevice.isShared} />
      <PasswordStep sharedDevice={sharedDevice} onCodeNeeded={setCredentials} />
      <p className={styles.other}>
        <Link to="/reset-password">
          <Trans>Forgot your password?</Trans>
        </Link>
      </p>
      <p className={styles.other}>
        <Trans>
          New here? <Link to="/signup">Sign Up</Link>
        </Trans>
      </p>
    </AuthLayout>
  );
}
