import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { PasswordField } from '../../../../components/forms/password/password-field';
import { Skeleton } from '../../../../components/page/skeleton';
import { messageOf, toApiError } from '../../../../lib/api/api-error';
import { useSession } from '../../../../lib/api/session';
import { useProveEmail, useProveOwnEmail } from '../../api/email-proofs';
import { AuthLayout } from './auth-layout';
import styles from './auth-layout.module.css';
import { EntranceForm, EntranceNotice } from './entrance-form';
import { useLinkToken } from './link-token';

/** The page behind the link in a mail. Only the button redeems the link, because mail scanners open links too. */
export function ConfirmEmailPage() {
  const token = useLinkToken();
  return (
    <AuthLayout title={t`Your email`} heading={t`Is this your address?`} isAlsoForSignedIn>
      {token ? (
        <Confirm key={token} token={token} />
      ) : (
        <Notice tone="info">
          <Trans>Open the link in the mail that we sent you.</Trans>
        </Notice>
      )}
    </AuthLayout>
  );
}

function Confirm({ token }: { token: string }) {
  const { status } = useSession();
  const own = useProveOwnEmail();
  const byPassword = useProveEmail();
  const isSignedIn = status === 'authenticated';
  // Signed in with another account: the password of the right account works too.
  const isForOtherAccount = toApiError(own.error).code === 'forbidden';
  if (own.isSuccess || byPassword.isSuccess) return <Confirmed isSignedIn={isSignedIn} />;
  if (status === 'restoring') return <Skeleton width="60%" height="1.25rem" />;
  if (!isSignedIn || isForOtherAccount) {
    return (
      <>
        {isForOtherAccount && <EntranceNotice tone="info">{messageOf(own.error)}</EntranceNotice>}
        <ConfirmByPassword token={token} prove={byPassword} />
        {!isSignedIn && <BeginOwn token={token} />}
      </>
    );
  }
  return (
    <>
      {own.isError && <EntranceNotice tone="error">{messageOf(own.error)}</EntranceNotice>}
      <div className={styles.fields}>
        <p>
          <Trans>Confirm it so that this journal knows that its mail reaches you.</Trans>
        </p>
        <Button variant="primary" wide busy={own.isPending} onClick={() => own.mutate({ token })}>
          <Trans>Yes, it is mine</Trans>
        </Button>
      </div>
    </>
  );
}

function ConfirmByPassword({ token, prove }: { token: string; prove: ReturnType<typeof useProveEmail> }) {
  const form = useForm({ defaultValues: { currentPassword: '' } });
  return (
    <EntranceForm
      form={form}
      action={prove}
      toBody={(values) => ({ token, ...values })}
      submitLabel={t`Yes, it is mine`}
    >
      <PasswordField
        label={t`The password of your journal`}
        autoComplete="current-password"
        required
        hint={t`Forgotten? Open the link in a browser where you are still signed in, or ask the person who runs this journal for a link to set a new password.`}
        error={form.formState.errors.currentPassword?.message}
        {...form.register('currentPassword', { required: t`Enter your password` })}
      />
    </EntranceForm>
  );
}

/** For the owner of an address that another person signed up with. */
function BeginOwn({ token }: { token: string }) {
  return (
    <p className={styles.other}>
      <Trans>
        Did someone else sign up with your address?{' '}
        <Link to="/signup" state={{ emailProof: token }}>
          Begin your own journal
        </Link>
      </Trans>
    </p>
  );
}

function Confirmed({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <div className={styles.fields}>
      <Notice tone="success">
        <Trans>Thank you, your address is confirmed.</Trans>
      </Notice>
      <ButtonLink to={isSignedIn ? '/journal' : '/login'} wide>
        {isSignedIn ? t`To your journal` : t`Login`}
      </ButtonLink>
    </div>
  );
}
