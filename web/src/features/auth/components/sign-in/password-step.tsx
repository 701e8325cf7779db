import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { lengthOf } from '@inner-weather/domain/text/length';
import { useForm } from 'react-hook-form';
import { TextField } from '../../../../components/forms/field';
import { PasswordField } from '../../../../components/forms/password/password-field';
import { toApiError } from '../../../../lib/api/api-error';
import { useSession } from '../../../../lib/api/session';
import { useLogIn, type Credentials } from '../../api/log-in';
import { EntranceForm, EntranceNotice } from './entrance-form';
import { SharedDeviceField, type SharedDeviceChoice } from './fields/shared-device-field';
import { rememberTypedEmail, typedEmail } from './fields/typed-email';

interface PasswordStepProps {
  sharedDevice: SharedDeviceChoice;
  /** Receives email and password if they are right and a code is needed too, or a passkey if the account has one. */
  onCodeNeeded: (credentials: Credentials, hasPasskey: boolean) => void;
}

/** Email and password. */
export function PasswordStep({ sharedDevice, onCodeNeeded }: PasswordStepProps) {
  const session = useSession();
  const logIn = useLogIn(sharedDevice.isShared);
  const form = useForm<Credentials>({ defaultValues: { email: typedEmail(), password: '' } });
  const { errors } = form.formState;
  const hasExpired = session.status === 'anonymous' && session.reason === 'expired';

  return (
    <>
      {hasExpired && !logIn.error && (
        <EntranceNotice tone="info">
          <Trans>Your session has ended. Please log in again. Your draft is still there.</Trans>
        </EntranceNotice>
      )}
      <EntranceForm
        form={form}
        action={logIn}
        toBody={(values) => values}
        onError={(error, values) => {
          const { code, errors: details } = toApiError(error);
          if (code !== 'second_factor_required') return;
          onCodeNeeded(
            values,
            details.some((detail) => detail.code === 'code_or_passkey_wanted'),
          );
        }}
        problemOf={reasonOf}
        submitLabel={t`Log In`}
      >
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="username webauthn"
          required
          error={errors.email?.message}
          {...form.register('email', { required: t`Enter your email`, onChange: rememberTypedEmail })}
        />
        <PasswordField
          label={t`Password`}
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...form.register('password', {
            required: t`Enter your password`,
            // Accounts may have shorter passwords than a sign-up takes today, so no number is named.
            validate: (password) =>
              lengthOf(password) >= LIMITS.passwordMinLogin || t`This is too short to be your password.`,
          })}
        />
        <SharedDeviceField choice={sharedDevice} />
      </EntranceForm>
    </>
  );
}

/** Wrong credentials get the specified text. Other errors (wrong address, server down, too many attempts) keep their own. */
function reasonOf(error: unknown): string {
  const { status, message } = toApiError(error);
  return status === 400 || status === 401 ? t`Invalid Credentials.` : message;
}
