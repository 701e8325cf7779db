import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router-dom';
import { Button } from '../../../../components/forms/button';
import { CodeField } from '../../../../components/forms/password/code-field';
import { PasswordField } from '../../../../components/forms/password/password-field';
import { Notice } from '../../../../components/page/notice';
import { Skeleton } from '../../../../components/page/skeleton';
import { messageOf, toApiError } from '../../../../lib/api/api-error';
import type { components } from '../../../../lib/api/api-types.gen';
import { useCityCheck } from '../../../../components/forms/place/places';
import { currentLanguage } from '../../../../lib/language/language';
import { useConnectByPassword, useOidcSignUp, usePendingIdentity } from '../../api/oidc';
import { useRegistration } from '../../api/recovery';
import { AuthLayout } from './auth-layout';
import styles from './auth-layout.module.css';
import { EntranceForm, EntranceNotice } from './entrance-form';
import { EmailField, HomeField, NameFields } from './fields/profile-fields';

type Pending = components['schemas']['PendingIdentityDto'];

interface PendingProps {
  /** Which of this browser's sign-ins it is: two tabs may have one each. */
  id: string;
  pending: Pending;
}

/** After the first sign-in at a provider: asks for what it did not tell, or for the password of a journal to connect. */
export function JoinPage() {
  const [search] = useSearchParams();
  const id = search.get('id');
  return id ? <Join id={id} /> : <NothingToJoin />;
}

/** For an address that was typed or kept. */
function NothingToJoin() {
  return (
    <AuthLayout title={t`Sign Up`} heading={t`Begin your journal`}>
      <Notice tone="info" action={<ToLogin />}>
        <Trans>
          This page opens when you sign in here with another service for the first time. If you have an
          invitation, open its link instead.
        </Trans>
      </Notice>
    </AuthLayout>
  );
}

function ToLogin() {
  return (
    <Link to="/login">
      <Trans>Login</Trans>
    </Link>
  );
}

function Join({ id }: { id: string }) {
  const { data: pending, error } = usePendingIdentity(id);
  const [isNew, setIsNew] = useState(false);
  const connects = pending?.hasAccount === true && !isNew;
  return (
    <AuthLayout
      title={t`Sign Up`}
      heading={connects ? t`You already have a journal here` : t`Begin your journal`}
    >
      {error && (
        <Notice tone="error" action={<ToLogin />}>
          {messageOf(error)}
        </Notice>
      )}
      {!pending && !error && <Skeleton width="60%" height="1.25rem" />}
      {pending && connects && <Connect id={id} pending={pending} onNew={() => setIsNew(true)} />}
      {pending && !connects && <SignUp id={id} pending={pending} />}
    </AuthLayout>
  );
}

function SignUp({ id, pending }: PendingProps) {
  const { hasAccount, email, firstName, lastName } = pending;
  const signUp = useOidcSignUp(id);
  const form = useForm({
    defaultValues: { firstName, lastName, location: '', email: hasAccount ? '' : email },
  });
  const checkCity = useCityCheck(form);
  return (
    <>
      <ConnectInstead provider={pending.provider} />
      <EntranceForm
        form={form}
        action={signUp}
        toBody={async (values) => {
          const place = await checkCity(values.location);
          return place && { ...values, language: currentLanguage(), ...place };
        }}
        submitLabel={t`Begin`}
      >
        <div className={styles.pair}>
          <NameFields />
        </div>
        <HomeField hint={t`We use it to add the weather to your entries.`} />
        <EmailField />
      </EntranceForm>
    </>
  );
}

/**
 * Everyone reads it who is not connected, whether or not an account has their address: a provider may not verify it, or
 * their journal has another one.
 */
function ConnectInstead({ provider: { name } }: { provider: Pending['provider'] }) {
  const registration = useRegistration();
  if (registration.data?.passwordLogin !== true) return null;
  return (
    <EntranceNotice tone="info">
      <Trans>
        Do you already have a journal here? <Link to="/login?auto=off">Log in with your password</Link>, then
        connect <bdi>{name}</bdi> in the settings.
      </Trans>
    </EntranceNotice>
  );
}

interface ConnectProps extends PendingProps {
  /** The user wants a new journal instead. */
  onNew: () => void;
}

function Connect({ id, pending: { email, provider }, onNew }: ConnectProps) {
  const connect = useConnectByPassword(id);
  const form = useForm({ defaultValues: { password: '', code: '' } });
  const needsCode = useNeedsCode(connect.error);
  const { name } = provider;
  return (
    <>
      <EntranceForm
        form={form}
        action={connect}
        toBody={({ password, code }) => ({ password, ...(needsCode && { code }) })}
        submitLabel={t`Connect`}
      >
        <p>
          <Trans>
            There is a journal with the address <bdi>{email}</bdi>. Enter its password to sign in to it with{' '}
            <bdi>{name}</bdi> from now on.
          </Trans>
        </p>
        <PasswordField
          label={t`The password of your journal`}
          autoComplete="current-password"
          required
          error={form.formState.errors.password?.message}
          {...form.register('password', { required: t`Enter your password` })}
        />
        {needsCode && <CodeField form={form} autoFocus />}
      </EntranceForm>
      <div className={styles.choices}>
        <Button variant="plain" onClick={onNew}>
          <Trans>Begin another journal</Trans>
        </Button>
      </div>
    </>
  );
}

/** Stays true once the server has asked for a code. */
function useNeedsCode(error: unknown): boolean {
  const [needsCode, setNeedsCode] = useState(false);
  if (!needsCode && error && toApiError(error).code === 'second_factor_required') setNeedsCode(true);
  return needsCode;
}
