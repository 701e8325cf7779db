import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { Button } from '../../../../components/forms/button';
import {
  CurrentPasswordField,
  withoutBlank,
} from '../../../../components/forms/password/current-password-field';
import { Notice } from '../../../../components/page/notice';
import { PasswordField } from '../../../../components/forms/password/password-field';
import { Section } from '../../../../components/page/section';
import { beyondFields, showAtFields } from '../../../../components/forms/form-errors';
import { useHasPassword } from '../../../../lib/account/profile';
import { useChangePassword } from '../../api/change-password';
import styles from '../sign-in/auth-layout.module.css';
import { passwordHint, passwordRules } from '../sign-in/fields/password-rules';

const EMPTY = { currentPassword: '', password: '' };

export function ChangePassword({ title }: { title: string }) {
  const change = useChangePassword();
  const hasPassword = useHasPassword();
  const form = useForm({ defaultValues: EMPTY });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    change.mutate(withoutBlank(values), {
      onSuccess: () => form.reset(EMPTY),
      onError: (error) => showAtFields(form, error),
    }),
  );
  const general = beyondFields(form, change.error);
  return (
    <Section
      title={title}
      intro={
        hasPassword
          ? t`Changing it signs you out everywhere else and revokes your calendar link. Passkeys and keys for scripts keep working.`
          : t`You have none. With one, you can sign in without another service.`
      }
    >
      {general && (
        <div className={styles.notice}>
          <Notice tone="error">{general}</Notice>
        </div>
      )}
      {change.isSuccess && (
        <div className={styles.notice}>
          <Notice tone="success">
            <Trans>Your password has been changed.</Trans>
          </Notice>
        </div>
      )}
      <form noValidate className={styles.narrow} onSubmit={(event) => void submit(event)}>
        <CurrentPasswordField form={form} label={t`Current password`} />
        <PasswordField
          label={t`New password`}
          autoComplete="new-password"
          required
          hint={passwordHint()}
          error={errors.password?.message}
          {...form.register('password', { required: t`Choose a password`, validate: passwordRules() })}
        />
        <Button type="submit" busy={change.isPending}>
          {hasPassword ? t`Change password` : t`Set a password`}
        </Button>
      </form>
    </Section>
  );
}
