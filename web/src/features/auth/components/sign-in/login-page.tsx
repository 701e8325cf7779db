import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Credentials } from '../../api/log-in';
import { AuthLayout } from './auth-layout';
import styles from './auth-layout.module.css';
import { CodeStep } from './code-step';
import { PasswordStep } from './password-step';

/** Asks for email and password and, if the account has a second factor, for a code. */
export function LoginPage() {
  // Kept for the second step, because the server needs email, password and code in one request.
  const [credentials, setCredentials] = useState<Credentials>();
  if (credentials) {
    return (
      <AuthLayout title="Login" heading="One more step">
        <CodeStep credentials={credentials} onBack={() => setCredentials(undefined)} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Login" heading="Welcome back">
      <PasswordStep onCodeNeeded={setCredentials} />
      <p className={styles.other}>
        <Link to="/reset-password">Forgot your password?</Link>
      </p>
      <p className={styles.other}>
        New here? <Link to="/signup">Sign Up</Link>
      </p>
    </AuthLayout>
  );
}
