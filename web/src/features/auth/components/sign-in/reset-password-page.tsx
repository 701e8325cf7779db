import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { TextField } from '../../../../components/forms/field';
import { Notice } from '../../../../components/page/notice';
import { messageOf } from '../../../../lib/api/api-error';
import { inSentences } from '../../../../lib/language/sentences';
import { useRegistration, useRequestReset, useResetPassword } from '../../api/recovery';
import { AuthLayout } from './auth-layout';
import styles from './auth-layout.module.css';
import { EntranceForm } from './entrance-form';
import { useLinkToken } from './link-token';
import { NewPasswordFields } from './fields/new-password-fields';
import { rememberTypedEmail, typedEmail } from './fields/typed-email';

/** Asks for a reset link; opened by such a link, asks for the new password. */
export function ResetPasswordPage() {
  const token = useLinkToken();
  return (
    <AuthLayout
      title={t`New password`}
      heading={token ? t`Choose a new password` : t`Forgot your password?`}
      // Who has forgotten it may be signed in on this device still.
      isAlsoForSignedIn={token !== undefined}
    >
      {token ? <NewPassword key={token} token={token} /> : <AskForLink />}
      <p className={styles.other}>
        <Trans>
          Back to <Link to="/login">Login</Link>
        </Trans>
      </p>
    </AuthLayout>
  );
}

function AskForLink() {
  const registration = useRegistration();
  const request = useRequestReset();
  const form = useForm({ defaultValues: { email: typedEmail() } });
  if (registration.data?.mail === false) {
    return (
      <Notice tone="info">
        <Trans>
          This journal cannot send email. Ask the person who runs it for a link to set a new password.
        </Trans>
      </Notice>
    );
  }
  if (request.isSuccess) {
    return (
      <Notice tone="success">
        <Trans>If there is an account with this email, a link is on its way. It works for one hour.</Trans>
      </Notice>
    );
  }
  return (
    <EntranceForm
      form={form}
      action={request}
      toBody={(values) => values}
      problemOf={messageOf}
      submitLabel={t`Send the link`}
    >
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="username"
        required
        hint={t`We'll email you a link to set a new password.`}
        error={form.formState.errors.email?.message}
        {...form.register('email', { required: t`Enter your email`, onChange: rememberTypedEmail })}
      />
    </EntranceForm>
  );
}

function NewPassword({ token }: { token: string }) {
  const reset = useResetPassword();
  const hasProviders = (useRegistration().data?.providers ?? []).length > 0;
  const form = useForm({ defaultValues: { password: '', passwordVal: '' } });
  if (reset.isSuccess) {
    return (
      <Notice tone="success">
        <Trans>Your password has been changed. You can log in now.</Trans>
      </Notice>
    );
  }
  return (
    <EntranceForm
      form={form}
      action={reset}
      toBody={(values) => ({ token, ...values })}
      submitLabel={t`Save the password`}
    >
      <p className={styles.note}>
        {inSentences(
          t`This signs you out everywhere, and removes your passkeys and keys for scripts.`,
          hasProviders && t`If you had a password before, it also disconnects other ways to sign in.`,
        )}
      </p>
      <NewPasswordFields />
    </EntranceForm>
  );
}
