import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { ActionForm, ProofForm } from '../../../../components/forms/action-form';
import { CopyField } from '../../../../components/page/copy-field';
import { TextField } from '../../../../components/forms/field';
import { QrCode } from '../../../../components/page/qr-code';
import { useHeldLock } from '../../../../lib/device-lock/use-held-lock';
import { useBeginSecondFactor, useConfirmSecondFactor, type NewSecondFactor } from '../../api/second-factor';

interface SetUpProps {
  onCancel: () => void;
  onTurnedOn: (recoveryCodes: string[]) => void;
}

/** Turns the second factor on in two steps: the password returns a secret, then a code proves that the app has it. */
export function SecondFactorSetUp({ onCancel, onTurnedOn }: SetUpProps) {
  const begin = useBeginSecondFactor();
  if (begin.data) return <Confirmation factor={begin.data} onCancel={onCancel} onTurnedOn={onTurnedOn} />;
  return <ProofForm submitLabel={t`Continue`} action={begin} toBody={(proof) => proof} onCancel={onCancel} />;
}

function Confirmation({ factor, onCancel, onTurnedOn }: SetUpProps & { factor: NewSecondFactor }) {
  const confirm = useConfirmSecondFactor();
  useHeldLock();
  const form = useForm({ defaultValues: { code: '' } });
  return (
    <ActionForm
      form={form}
      action={confirm}
      toBody={(values) => values}
      submitLabel={t`Turn it on`}
      onDone={onTurnedOn}
      onCancel={onCancel}
    >
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
    </ActionForm>
  );
}
