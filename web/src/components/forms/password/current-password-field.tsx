import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { isolate } from '../../../lib/language/isolate';
import { messageOf } from '../../../lib/api/api-error';
import { useHasPassword } from '../../../lib/account/profile';
import { useBeginOidc, useSignInMethods } from '../../../lib/account/sign-in-methods';
import { Notice } from '../../page/notice';
import { QueryError } from '../../page/query-error';
import { Button } from '../button';
import styles from './current-password-field.module.css';
import { PasswordField } from './password-field';

interface WithPassword {
  currentPassword: string;
}

interface CurrentPasswordFieldProps<T extends WithPassword> {
  form: UseFormReturn<T>;
  label: string;
  autoFocus?: boolean;
}

/** Asks for the current password, or if the account has none for a confirmation at a provider. */
export function CurrentPasswordField<T extends WithPassword>(props: CurrentPasswordFieldProps<T>) {
  const { form, label, autoFocus } = props;
  const hasPassword = useHasPassword();
  const name = 'currentPassword' as FieldPath<T>;
  if (!hasPassword) return <Confirmation />;
  return (
    <PasswordField
      label={label}
      autoFocus={autoFocus}
      autoComplete="current-password"
      required
      error={form.getFieldState(name, form.formState).error?.message}
      {...form.register(name, { required: t`Enter your current password` })}
    />
  );
}

/** What a form sends: without a password if the account has none. */
export function withoutBlank<T extends WithPassword>({ currentPassword, ...others }: T) {
  return { ...others, ...(currentPassword !== '' && { currentPassword }) };
}

/** A short way to a provider and back to this page, after which this session may make such changes for ten minutes. */
function Confirmation() {
  const methods = useSignInMethods();
  const begin = useBeginOidc();
  const { pathname: returnTo } = useLocation();
  if (!methods.data) return <QueryError query={methods} />;
  if (methods.data.confirmedUntil !== null) {
    return (
      <p>
        <Trans>You have confirmed that it is you.</Trans>
      </p>
    );
  }
  const connected = methods.data.providers.filter(({ connectedAt }) => connectedAt !== null);
  return (
    <>
      {begin.isError && <Notice tone="error">{messageOf(begin.error)}</Notice>}
      <p>
        <Trans>Please confirm first that it is you. You come back to this page.</Trans>
      </p>
      <div className={styles.actions}>
        {connected.map(({ id, ...provider }) => {
          const name = isolate(provider.name);
          return (
            <Button
              key={id}
              busy={begin.isPending}
              onClick={() => begin.mutate({ provider: id, body: { purpose: 'confirm', returnTo } })}
            >
              {t`Confirm with ${name}`}
            </Button>
          );
        })}
      </div>
    </>
  );
}
