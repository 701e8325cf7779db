import type { ReactNode } from 'react';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { messageOf } from '../../../../lib/api/api-error';
import { useSendEmailProof, type EmailProof } from '../../api/email-proofs';

/** Asks to confirm an address, says why, and can send the mail again. `children`: other actions. */
export function EmailToConfirm({ proof, children }: { proof: EmailProof; children?: ReactNode }) {
  const send = useSendEmailProof();
  const email = proof.newEmail ?? proof.email;
  return (
    <Notice
      tone={send.isError ? 'error' : 'info'}
      title={proof.sent ? 'Check your email' : 'Is this your address?'}
      action={
        <>
          <Button variant="plain" busy={send.isPending} onClick={() => send.mutate()}>
            {proof.sent ? 'Send it again' : 'Send me a link'}
          </Button>
          {children}
        </>
      }
    >
      {send.isError ? messageOf(send.error) : wordsOf(proof, email)}
      {send.isSuccess && ' We have sent it again.'}
    </Notice>
  );
}

function wordsOf({ sent, newEmail }: EmailProof, email: string): string {
  if (newEmail) return `A link was sent to ${email}. Open it within a day to make it your address.`;
  const why = 'After that you can reset a forgotten password by mail and turn on a second factor.';
  return sent
    ? `A link was sent to ${email}. Open it within a day to confirm that the address is yours. ${why}`
    : `Please confirm that ${email} is yours. We'll send you a link. ${why}`;
}
