import { LIMITS } from '@inner-weather/domain/limits';
import { MESSAGES } from '@inner-weather/domain/messages';
import { useForm } from 'react-hook-form';
import { Button } from '../../../../components/forms/button';
import { TextField } from '../../../../components/forms/field';
import { Notice } from '../../../../components/page/notice';
import { PasswordField } from '../../../../components/forms/password-field';
import { toApiError } from '../../../../lib/api/api-error';
import { useSession } from '../../../../lib/api/session';
import { useLogIn, type Credentials } from '../../api/log-in';
import styles from './auth-layout.module.css';

/** Email and password. `onCodeNeeded` receives them if they are right and a code is needed too. */
export function PasswordStep({ onCodeNeeded }: { onCodeNeeded: (credentials: Credentials) => void }) {
  const session = useSession();
  const logIn = useLogIn();
  const form = useForm<Credentials>({ defaultValues: { email: '', password: '' } });
  const { errors } = form.formState;
  const hasExpired = session.status === 'anonymous' && session.reason === 'expired';
  const submit = form.handleSubmit((values) =>
    logIn.mutate(values, {
      onError: (error) => {
        if (toApiError(error).code === 'second_factor_required') onCodeNeeded(values);
      },
    }),
  );

  return (
    <>
      {logIn.error && (
        <div className={styles.notice}>
          <Notice tone="error">{reasonOf(logIn.error)}</Notice>
        </div>
      )}
      {hasExpired && !logIn.error && (
        <div className={styles.notice}>
          <Notice tone="info">Your session has ended. Please log in again. Your draft is still there.</Notice>
        </div>
      )}
      <form noValidate className={styles.fields} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          error={errors.email?.message}
          {...form.register('email', { required: 'Enter your email' })}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...form.register('password', {
            required: 'Enter your password',
            minLength: {
              value: LIMITS.passwordMinLogin,
              message: `A password has at least ${LIMITS.passwordMinLogin} characters`,
            },
          })}
        />
        <Button type="submit" variant="primary" wide className={styles.submit} busy={logIn.isPending}>
          Log In
        </Button>
      </form>
    </>
  );
}

/** Wrong credentials get the specified text. Other errors (server down, too many attempts) keep their own text. */
function reasonOf(error: unknown): string {
  const { status, message } = toApiError(error);
  return status >= 400 && status < 500 && status !== 429 ? MESSAGES.invalidCredentialsShown : message;
}
