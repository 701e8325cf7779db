import { useState } from 'react';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { Section } from '../../../../components/page/section';
import { useChangeEmail, useEmailProof, type EmailProof } from '../../api/email-proofs';
import { ChangeEmail } from './change-email';
import { EmailToConfirm } from './email-to-confirm';
import styles from './second-factor.module.css';

/** The account's address, and whether it is confirmed. Empty if this installation does not confirm addresses. */
export function EmailAddress({ title }: { title: string }) {
  const { data: proof } = useEmailProof();
  if (!proof || !(proof.needed || proof.lost)) return null;
  return (
    <Section title={title} intro="You log in with it, and links to set a new password are sent to it.">
      <div className={styles.parts}>
        <State proof={proof} />
        <Change proof={proof} />
      </div>
    </Section>
  );
}

function State({ proof }: { proof: EmailProof }) {
  const { email, newEmail, lost, proved } = proof;
  if (lost && !newEmail) {
    return (
      <Notice tone="info" title="This address belongs to another person">
        {`Another person has confirmed that ${email} is theirs. Your whole journal is still here, and you can still log in with that address and your password. Add another address so that you can always get back in.`}
      </Notice>
    );
  }
  if (newEmail || !proved) return <EmailToConfirm proof={proof} />;
  return <p>{`${email} is confirmed.`}</p>;
}

function Change({ proof }: { proof: EmailProof }) {
  const [isChanging, setIsChanging] = useState(false);
  const keep = useChangeEmail();
  const close = () => setIsChanging(false);
  if (isChanging) return <ChangeEmail onDone={close} onCancel={close} />;
  return (
    <div className={styles.actions}>
      <Button onClick={() => setIsChanging(true)}>Use another address</Button>
      {proof.newEmail && !proof.lost && (
        <Button variant="plain" busy={keep.isPending} onClick={() => keep.mutate({ email: proof.email })}>
          {`Keep ${proof.email}`}
        </Button>
      )}
    </div>
  );
}
