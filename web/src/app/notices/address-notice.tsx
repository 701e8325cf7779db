import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../components/forms/button';
import { Notice } from '../../components/page/notice';
import { useEmailProof } from '../../lib/account/email-proof';
import { EmailToConfirm } from '../../features/auth/components/settings/email-to-confirm';
import styles from '../frame/layout.module.css';

/** In the journal: says that the address is unconfirmed or was lost, until the user chooses "Later". */
export function AddressNotice() {
  const { data: proof } = useEmailProof();
  const [isDismissed, setIsDismissed] = useState(false);
  if (!proof || isDismissed || !(proof.lost || (proof.needed && !proof.proved))) return null;
  const laterButton = (
    <Button variant="plain" onClick={() => setIsDismissed(true)}>
      <Trans>Later</Trans>
    </Button>
  );
  return (
    <div className={styles.notice}>
      {proof.lost ? (
        <Notice tone="info" title={t`Your journal needs another email`} action={laterButton}>
          <Trans>
            Another person has confirmed that your address is theirs. Please add a different one in the{' '}
            <Link to="/settings#section-email">settings</Link>.
          </Trans>
        </Notice>
      ) : (
        <EmailToConfirm key={proof.newEmail ?? proof.email} proof={proof}>
          {laterButton}
        </EmailToConfirm>
      )}
    </div>
  );
}
