import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router-dom';
import { Button } from '../../../../components/forms/button';
import { TextField } from '../../../../components/forms/field';
import { requiredText } from '../../../../components/forms/text-rules';
import { PasswordField } from '../../../../components/forms/password-field';
import { Notice } from '../../../../components/page/notice';
import { Skeleton } from '../../../../components/page/skeleton';
import { messageOf, toApiError } from '../../../../lib/api/api-error';
import type { components } from '../../../../lib/api/api-types.gen';
import { beyondFields, showAtFields } from '../../../../components/forms/form-errors';
import { useOneAtATime } from './use-one-at-a-time';
import { useCityCheck } from '../../../../components/forms/places';
import { currentLanguage } from '../../../../lib/language/language';
import { useConnectByPassword, useOidcSignUp, usePendingIdentity } from '../../api/oidc';
import { useRegistration } from '../../api/recovery';
import { CodeField } from './code-field';
import { AuthLayout } from './auth-layout';
import styles from './auth-layout.module.css';
import { HomeField, NameFields } from './profile-fields';

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
  const checkCity = useCityCheck();
  const form = useForm({
    defaultValues: { firstName, lastName, location: '', email: hasAccount ? '' : email },
  });
  const submit = useOneAtATime(
    form.handleSubmit(async (values) => {
      const { place, problem } = await checkCity(values.location);
      if (problem !== undefined) {
        form.setError('location', { message: problem }, { shouldFocus: true });
        return;
      }
      await signUp
        .mutateAsync(
          { ...values, language: currentLanguage(), ...(place !== undefined && { place }) },
          { onError: (error) => showAtFields(form, error) },
        )
        .catch(() => undefined);
    }),
  );
  const general = beyondFields(form, signUp.error);
  return (
    <>
      <ConnectInstead provider={pending.provider} />
      {general && (
        <div className={styles.notice}>
          <Notice tone="error">{general}</Notice>
        </div>
      )}
      <form
        noValidate
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <FormProvider {...form}>
          <div className={styles.pair}>
            <NameFields />
          </div>
          <HomeField hint={t`We use it to add the weather to your entries.`} />
        </FormProvider>
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="email"
          required
          error={form.formState.errors.email?.message}
          {...form.register('email', {
            validate: requiredText(LIMITS.emailMax, t`Enter your email`),
          })}
        />
        <Button
          type="submit"
          variant="primary"
          wide
          className={styles.submit}
          busy={signUp.isPending || form.formState.isSubmitting}
        >
          <Trans>Begin</Trans>
        </Button>
      </form>
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
    <div className={styles.notice}>
      <Notice tone="info">
        <Trans>
          Do you already have a journal here? <Link to="/login?auto=off">Log in with your password</Link>,
          then connect <bdi>{name}</bdi> in the settings.
        </Trans>
      </Notice>
    </div>
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
  const submit = form.handleSubmit(({ password, code }) =>
    connect.mutate(
      { password, ...(needsCode && { code }) },
      { onError: (error) => showAtFields(form, error) },
    ),
  );
  const general = beyondFields(form, connect.error);
  return (
    <>
      {general && (
        <div className={styles.notice}>
          <Notice tone="error">{general}</Notice>
        </div>
      )}
      <form noValidate className={styles.fields} onSubmit={(event) => void submit(event)}>
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
        <Button type="submit" variant="primary" wide className={styles.submit} busy={connect.isPending}>
          <Trans>Connect</Trans>
        </Button>
      </form>
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
