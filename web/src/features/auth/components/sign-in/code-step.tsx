import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../../components/forms/button';
import { TextField } from '../../../../components/forms/field';
import { useLogIn, type Credentials } from '../../api/log-in';
import styles from './auth-layout.module.css';
import { EntranceForm } from './entrance-form';
import { PasskeyButton } from './passkey-button';

interface CodeStepProps {
  /** The credentials that the first step has verified. */
  credentials: Credentials;
  /** Whether the account has a passkey, which can take the place of the code. */
  hasPasskey: boolean;
  isShared: boolean;
  onBack: () => void;
}

/** The second step of a login: a code from the app or a recovery code. */
export function CodeStep({ credentials, hasPasskey, isShared, onBack }: CodeStepProps) {
  const logIn = useLogIn(isShared);
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false);
  const form = useForm({ defaultValues: { code: '' } });
  const switchKind = () => {
    form.reset();
    logIn.reset();
    setUsesRecoveryCode(!usesRecoveryCode);
  };
  const field = usesRecoveryCode
    ? ({
        label: t`Recovery code`,
        hint: t`One of the codes you saved when you turned on the second factor. Each works once.`,
        autoComplete: 'off',
      } as const)
    : ({
        label: t`Code from your app`,
        hint: t`Six digits. They change every 30 seconds.`,
        autoComplete: 'one-time-code',
        inputMode: 'numeric',
      } as const);

  return (
    <>
      <EntranceForm
        form={form}
        action={logIn}
        toBody={({ code }) => ({ ...credentials, code })}
        submitLabel={t`Log In`}
      >
        <TextField
          key={field.autoComplete}
          {...field}
          autoFocus
          type="text"
          required
          spellCheck={false}
          autoCapitalize="none"
          error={form.formState.errors.code?.message}
          {...form.register('code', { required: t`Enter the code` })}
        />
      </EntranceForm>
      {hasPasskey && <PasskeyButton isShared={isShared} />}
      <div className={styles.choices}>
        <Button variant="plain" onClick={switchKind}>
          {usesRecoveryCode ? t`Use the app` : t`Use a recovery code`}
        </Button>
        <Button variant="plain" onClick={onBack}>
          {t({ message: 'Back', comment: 'Returns to email and password.' })}
        </Button>
      </div>
    </>
  );
}
