import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { isolate } from '../../../../lib/language/isolate';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { messageOf } from '../../../../lib/api/api-error';
import type { EmailProof } from '../../../../lib/account/email-proof';
import { useSendEmailProof } from '../../api/email-proofs';

/** Asks to confirm an address, says why, and can send the mail again. `children`: other actions. */
export function EmailToConfirm({ proof, children }: { proof: EmailProof; children?: ReactNode }) {
  const send = useSendEmailProof();
  const [isRepeated, setIsRepeated] = useState(false);
  return (
    <Notice
      tone={send.isError ? 'error' : 'info'}
      title={proof.sent ? t`Check your email` : t`Is this your address?`}
      action={
        <>
          <Button
            variant="plain"
            busy={send.isPending}
            onClick={() => send.mutate(undefined, { onSuccess: () => setIsRepeated(proof.sent) })}
          >
            {proof.sent ? t`Send it again` : t`Send me a link`}
          </Button>
          {children}
        </>
      }
    >
      {send.isError ? messageOf(send.error) : wordsOf(proof)}
      {send.isSuccess && isRepeated && ` ${t`We have sent it again.`}`}
    </Notice>
  );
}

function wordsOf(proof: EmailProof): string {
  const email = isolate(proof.newEmail ?? proof.email);
  if (proof.newEmail) return t`A link was sent to ${email}. Open it within a day to make it your address.`;
  return proof.sent
    ? t`A link was sent to ${email}. Open it within a day to confirm that the address is yours. After that you can reset a forgotten password by mail and turn on a second factor.`
    : t`Please confirm that ${email} is yours. We'll send you a link. After that you can reset a forgotten password by mail and turn on a second factor.`;
}
