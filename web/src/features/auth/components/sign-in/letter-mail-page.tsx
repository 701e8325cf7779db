import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { expectData, publicApi } from '../../../../lib/api/api-client';
import { reasonOf } from '../../../../lib/api/unreachable';
import { AuthLayout } from './auth-layout';
import styles from './auth-layout.module.css';
import { useLinkToken } from './link-token';

/** The page behind the link that stops the mail about letters. Only the button does, because mail scanners open links too. */
export function LetterMailPage() {
  const secret = useLinkToken();
  return (
    <AuthLayout title={t`Your letters`} heading={t`No more mail about your letters?`} isAlsoForSignedIn>
      {secret ? (
        <Stop key={secret} secret={secret} />
      ) : (
        <Notice tone="info">
          <Trans>Open the link at the end of the mail about your letter.</Trans>
        </Notice>
      )}
    </AuthLayout>
  );
}

function Stop({ secret }: { secret: string }) {
  const stop = useStopLetterMail();
  if (stop.isSuccess) {
    return (
      <Notice tone="success">
        <Trans>
          This mail has stopped. Your letters still wait on your insights page, and you can have the mail
          again in your settings.
        </Trans>
      </Notice>
    );
  }
  return (
    <>
      {stop.isError && (
        <div className={styles.notice}>
          <Notice tone="error">{reasonOf(stop.error)}</Notice>
        </div>
      )}
      <div className={styles.fields}>
        <p>
          <Trans>Your letters are written as before. Only the mail stops.</Trans>
        </p>
        <Button variant="primary" wide busy={stop.isPending} onClick={() => stop.mutate(secret)}>
          <Trans>Stop this mail</Trans>
        </Button>
      </div>
    </>
  );
}

/** POST /reminders/letter-mail/{secret}. */
function useStopLetterMail() {
  return useMutation({
    mutationFn: async (secret: string) =>
      expectData(
        await publicApi.POST('/api/reminders/letter-mail/{secret}', { params: { path: { secret } } }),
      ),
  });
}
