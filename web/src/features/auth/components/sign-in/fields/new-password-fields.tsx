import { t } from '@lingui/core/macro';
import { useFormContext } from 'react-hook-form';
import { PasswordField } from '../../../../../components/forms/password/password-field';
import { passwordHint, passwordRules } from './password-rules';

/** The two fields for a new password, registered with the form around them. */
export function NewPasswordFields() {
  const { register, formState } = useFormContext<{ password: string; passwordVal: string }>();
  const { errors } = formState;
  const rules = passwordRules();
  return (
    <>
      <PasswordField
        label={t`Password`}
        autoComplete="new-password"
        required
        hint={passwordHint()}
        error={errors.password?.message}
        {...register('password', { required: t`Choose a password`, validate: rules, deps: 'passwordVal' })}
      />
      <PasswordField
        label={t`Retry Password`}
        autoComplete="new-password"
        required
        error={errors.passwordVal?.message}
        {...register('passwordVal', {
          required: t`Enter the password again`,
          validate: {
            ...rules,
            matches: (value, values) => value === values.password || t`Passwords don't match`,
          },
        })}
      />
    </>
  );
}
