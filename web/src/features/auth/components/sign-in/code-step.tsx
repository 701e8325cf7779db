import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../../components/forms/button';
import { TextField } from '../../../../components/forms/field';
import { Notice } from '../../../../components/page/notice';
import { beyondFields, showAtFields } from '../../../../components/forms/form-errors';
import { useLogIn, type Credentials } from '../../api/log-in';
import styles from './auth-layout.module.css';

interface CodeStepProps {
  /** The credentials that the first step has verified. */
  credentials: Credentials;
  isShared: boolean;
  onBack: () => void;
}

/** The second step of a login: a code from the app or a recovery code. */
export function CodeStep({ credentials, isShared, onBack }: CodeStepProps) {
  const logIn = useLogIn(isShared);
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false);
  const form = useForm({ defaultValues: { code: '' } });
  const submit = form.handleSubmit(({ code }) =>
    logIn.mutate({ ...credentials, code }, { onError: (error) => showAtFields(form, error) }),
  );
  const switchKind = () => {
    form.reset();
    logIn.reset();
    setUsesRecoveryCode(!usesRecoveryCode);
  };
  const general = beyondFields(form, logIn.error);
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
      {general && (
        <div className={styles.notice}>
          <Notice tone="error">{general}</Notice>
        </div>
      )}
      <form noValidate className={styles.fields} onSubmit={(event) => void submit(event)}>
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
        <Button type="submit" variant="primary" wide className={styles.submit} busy={logIn.isPending}>
          <Trans>Log In</Trans>
        </Button>
      </form>
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
