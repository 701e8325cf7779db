import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { useForm } from 'react-hook-form';
import { Button } from '../../../../components/forms/button';
import { CurrentPasswordField, withoutBlank } from '../../../../components/forms/current-password-field';
import { TextField } from '../../../../components/forms/field';
import { Notice } from '../../../../components/page/notice';
import { beyondFields, showAtFields } from '../../../../components/forms/form-errors';
import { useChangeEmail } from '../../api/email-proofs';
import { atMost } from '../../../../components/forms/text-rules';
import styles from './second-factor.module.css';

/** Asks for a new address and for the current password. */
export function ChangeEmail({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const change = useChangeEmail();
  const form = useForm({ defaultValues: { email: '', currentPassword: '' } });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    change.mutate(withoutBlank(values), { onSuccess: onDone, onError: (error) => showAtFields(form, error) }),
  );
  const general = beyondFields(form, change.error);
  return (
    <form noValidate className={styles.parts} onSubmit={(event) => void submit(event)}>
      {general && <Notice tone="error">{general}</Notice>}
      <TextField
        label={t`New email`}
        type="email"
        autoFocus
        autoComplete="email"
        required
        hint={t`We'll send a link to it. Nothing changes until you open that link.`}
        error={errors.email?.message}
        {...form.register('email', {
          required: t`Enter the new email`,
          validate: atMost(LIMITS.emailMax),
        })}
      />
      <CurrentPasswordField form={form} label={t`Your password`} />
      <div className={styles.actions}>
        <Button type="submit" busy={change.isPending}>
          <Trans>Send the link</Trans>
        </Button>
        <Button variant="plain" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
