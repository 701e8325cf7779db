import { MESSAGES } from '@inner-weather/domain/messages';
import { useFormContext } from 'react-hook-form';
import { PasswordField } from '../../../../components/forms/password-field';
import { PASSWORD_HINT, PASSWORD_RULES } from './password-rules';

/** The two fields for a new password, registered with the form around them. */
export function NewPasswordFields() {
  const { register, formState } = useFormContext<{ password: string; passwordVal: string }>();
  const { errors } = formState;
  return (
    <>
      <PasswordField
        label="Password"
        autoComplete="new-password"
        required
        hint={PASSWORD_HINT}
        error={errors.password?.message}
        {...register('password', { required: 'Choose a password', ...PASSWORD_RULES, deps: 'passwordVal' })}
      />
      <PasswordField
        label="Retry Password"
        autoComplete="new-password"
        required
        error={errors.passwordVal?.message}
        {...register('passwordVal', {
          required: 'Enter the password again',
          validate: (value, values) => value === values.password || MESSAGES.passwordsDontMatch,
          ...PASSWORD_RULES,
        })}
      />
    </>
  );
}
