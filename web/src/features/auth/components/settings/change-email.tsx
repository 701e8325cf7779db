import { t } from '@lingui/core/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { useForm } from 'react-hook-form';
import { ActionForm } from '../../../../components/forms/action-form';
import {
  CurrentPasswordField,
  withoutBlank,
} from '../../../../components/forms/password/current-password-field';
import { TextField } from '../../../../components/forms/field';
import { useChangeEmail } from '../../api/email-proofs';
import { atMost } from '../../../../components/forms/text-rules';

/** Asks for a new address and for the current password. */
export function ChangeEmail({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const change = useChangeEmail();
  const form = useForm({ defaultValues: { email: '', currentPassword: '' } });
  const { errors } = form.formState;
  return (
    <ActionForm
      form={form}
      action={change}
      toBody={withoutBlank}
      submitLabel={t`Send the link`}
      onDone={onDone}
      onCancel={onCancel}
    >
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
    </ActionForm>
  );
}
