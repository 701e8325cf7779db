import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { Button } from '../../../../components/forms/button';
import { CurrentPasswordField, withoutBlank } from '../../../../components/forms/current-password-field';
import { CopyField } from '../../../../components/page/copy-field';
import { TextField } from '../../../../components/forms/field';
import { Notice } from '../../../../components/page/notice';
import { QrCode } from '../../../../components/page/qr-code';
import { beyondFields, showAtFields } from '../../../../components/forms/form-errors';
import { useBeginSecondFactor, useConfirmSecondFactor, type NewSecondFactor } from '../../api/second-factor';
import styles from './second-factor.module.css';

interface SetUpProps {
  onCancel: () => void;
  onTurnedOn: (recoveryCodes: string[]) => void;
}

/** Turns the second factor on in two steps: the password returns a secret, then a code proves that the app has it. */
export function SecondFactorSetUp({ onCancel, onTurnedOn }: SetUpProps) {
  const begin = useBeginSecondFactor();
  const form = useForm({ defaultValues: { currentPassword: '' } });
  if (begin.data) return <Confirmation factor={begin.data} onCancel={onCancel} onTurnedOn={onTurnedOn} />;
  const submit = form.handleSubmit((values) =>
    begin.mutate(withoutBlank(values), { onError: (error) => showAtFields(form, error) }),
  );
  const general = beyondFields(form, begin.error);
  return (
    <form noValidate className={styles.parts} onSubmit={(event) => void submit(event)}>
      {general && <Notice tone="error">{general}</Notice>}
      <CurrentPasswordField form={form} label={t`Your password`} autoFocus />
      <div className={styles.actions}>
        <Button type="submit" busy={begin.isPending}>
          <Trans>Continue</Trans>
        </Button>
        <Button variant="plain" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}

function Confirmation({ factor, onCancel, onTurnedOn }: SetUpProps & { factor: NewSecondFactor }) {
  const confirm = useConfirmSecondFactor();
  const form = useForm({ defaultValues: { code: '' } });
  const submit = form.handleSubmit((values) =>
    confirm.mutate(values, { onSuccess: onTurnedOn, onError: (error) => showAtFields(form, error) }),
  );
  const general = beyondFields(form, confirm.error);
  return (
    <form noValidate className={styles.parts} onSubmit={(event) => void submit(event)}>
      <p>
        <Trans>
          Scan this with an authenticator app, or <a href={factor.uri}>open it in an app on this device</a>.
        </Trans>
      </p>
      <QrCode text={factor.uri} label={t`The key for your app, as a QR code`} />
      <CopyField
        label={t`Or type this key into the app`}
        value={factor.secret}
        shown={factor.secret.replace(/.{4}(?=.)/g, '$& ')}
      />
      {general && <Notice tone="error">{general}</Notice>}
      <TextField
        label={t`Code from your app`}
        autoFocus
        hint={t`The six digits it shows now. Turning it on signs you out everywhere else.`}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={form.formState.errors.code?.message}
        {...form.register('code', { required: t`Enter the code` })}
      />
      <div className={styles.actions}>
        <Button type="submit" busy={confirm.isPending}>
          <Trans>Turn it on</Trans>
        </Button>
        <Button variant="plain" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
