import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../components/button';
import { Notice } from '../components/notice';
import { useEmailProof } from '../features/auth/api/email-proofs';
import { EmailToConfirm } from '../features/auth/components/email-to-confirm';
import styles from './layout.module.css';

/** In the journal: says that the address is unconfirmed or was lost, until the person chooses "Later". */
export function AddressNotice() {
  const { data: proof } = useEmailProof();
  const [later, setLater] = useState(false);
  if (!proof || later || !(proof.lost || (proof.needed && !proof.proved))) return null;
  const putOff = (
    <Button variant="plain" onClick={() => setLater(true)}>
      Later
    </Button>
  );
  return (
    <div className={styles.notice}>
      {proof.lost ? (
        <Notice tone="info" title="Your journal needs another email" action={putOff}>
          Somebody else has confirmed that your address is theirs. Please add another one in the{' '}
          <Link to="/settings">settings</Link>.
        </Notice>
      ) : (
        <EmailToConfirm proof={proof}>{putOff}</EmailToConfirm>
      )}
    </div>
  );
}
