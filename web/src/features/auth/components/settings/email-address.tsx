import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { isolate } from '../../../../lib/language/isolate';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { QueryError } from '../../../../components/page/query-error';
import { Section } from '../../../../components/page/section';
import { messageOf } from '../../../../lib/api/api-error';
import { useEmailProof, type EmailProof } from '../../../../lib/account/email-proof';
import { useChangeEmail } from '../../api/email-proofs';
import { ChangeEmail } from './change-email';
import { EmailToConfirm } from './email-to-confirm';
import styles from './second-factor.module.css';

/** The account's address, and whether it is confirmed. Empty if this installation does not confirm addresses. */
export function EmailAddress({ title }: { title: string }) {
  const query = useEmailProof();
  const proof = query.data;
  const isEmpty = proof ? !(proof.needed || proof.lost) : !query.isError;
  if (isEmpty) return null;
  return (
    <Section title={title} intro={t`You log in with it, and links to set a new password are sent to it.`}>
      <QueryError query={query} />
      {proof && (
        <div className={styles.parts}>
          <State proof={proof} />
          <Change proof={proof} />
        </div>
      )}
    </Section>
  );
}

function State({ proof }: { proof: EmailProof }) {
  const { newEmail, lost, proved } = proof;
  const email = isolate(proof.email);
  if (lost && !newEmail) {
    return (
      <Notice tone="info" title={t`This address belongs to another person`}>
        {t`Another person has confirmed that ${email} is theirs. Your whole journal is still here, and you can still log in with that address and your password. Add another address so that you can always get back in.`}
      </Notice>
    );
  }
  // The key, because what was sent to one address was not sent to the next.
  if (newEmail || !proved) return <EmailToConfirm key={newEmail ?? email} proof={proof} />;
  return <p>{t`${email} is confirmed.`}</p>;
}

function Change({ proof }: { proof: EmailProof }) {
  const [isChanging, setIsChanging] = useState(false);
  const keep = useChangeEmail();
  const close = () => setIsChanging(false);
  const email = isolate(proof.email);
  if (isChanging) return <ChangeEmail onDone={close} onCancel={close} />;
  return (
    <>
      {keep.isError && <Notice tone="error">{messageOf(keep.error)}</Notice>}
      <div className={styles.actions}>
        <Button onClick={() => setIsChanging(true)}>
          <Trans>Use another address</Trans>
        </Button>
        {proof.newEmail && !proof.lost && (
          <Button variant="plain" busy={keep.isPending} onClick={() => keep.mutate({ email: proof.email })}>
            {t`Keep ${email}`}
          </Button>
        )}
      </div>
    </>
  );
}
