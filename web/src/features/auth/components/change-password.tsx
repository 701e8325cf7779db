import { useForm } from 'react-hook-form';
import { Button } from '../../../components/button';
import { Notice } from '../../../components/notice';
import { PasswordField } from '../../../components/password-field';
import { Section } from '../../../components/section';
import { toApiError } from '../../../lib/api-error';
import { useChangePassword, type PasswordChange } from '../api/change-password';
import styles from './auth-layout.module.css';
import { PASSWORD_HINT, PASSWORD_RULES } from './password-rules';

const EMPTY: PasswordChange = { currentPassword: '', password: '' };

export function ChangePassword() {
  const change = useChangePassword();
  const form = useForm<PasswordChange>({ defaultValues: EMPTY });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    change.mutate(values, {
      onSuccess: () => form.reset(EMPTY),
      onError: (error) => {
        for (const { field, msg } of toApiError(error).errors) {
          if (field === 'currentPassword' || field === 'password') {
            form.setError(field, { message: msg }, { shouldFocus: true });
          }
        }
      },
    }),
  );
  const general = change.error && toApiError(change.error).errors.filter((error) => !error.field);
  return (
    <Section title="Password" intro="A new one signs you out everywhere else.">
      {general && general.length > 0 && (
        <div className={styles.notice}>
          <Notice tone="error">{general.map((error) => error.msg).join(' ')}</Notice>
        </div>
      )}
      {change.isSuccess && (
        <div className={styles.notice}>
          <Notice tone="success">Your password is changed.</Notice>
        </div>
      )}
      <form noValidate className={styles.narrow} onSubmit={(event) => void submit(event)}>
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          required
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', { required: 'Your current password is needed' })}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          required
          hint={PASSWORD_HINT}
          error={errors.password?.message}
          {...form.register('password', { required: 'Choose a password', ...PASSWORD_RULES })}
        />
        <Button type="submit" busy={change.isPending}>
          Change password
        </Button>
      </form>
    </Section>
  );
}
