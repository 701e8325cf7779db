import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { Button } from '../../../../components/forms/button';
import { messageOf } from '../../../../lib/api/api-error';
import { canUsePasskeys, offerInField } from '../../api/authenticator';
import { getPasskeyOptions, useLogInByPasskey } from '../../api/passkeys';
import { useRegistration } from '../../api/recovery';
import { EntranceNotice } from './entrance-form';
import styles from './auth-layout.module.css';

interface PasskeyButtonProps {
  isShared: boolean;
  /** Whether the browser also offers passkeys in the field for the email. */
  inField?: boolean;
}

/** Signs in with a passkey. Nothing where this browser, this page or the installation cannot. */
export function PasskeyButton({ isShared, inField = false }: PasskeyButtonProps) {
  const { data } = useRegistration();
  const isUsable = canUsePasskeys(data?.passkeyOrigin);
  const logIn = useLogInByPasskey(isShared);
  const { mutate, isPending } = logIn;
  const offers = inField && isUsable && !isPending;
  useEffect(() => (offers ? offerInField(getPasskeyOptions, mutate) : undefined), [offers, mutate]);
  if (!isUsable) return null;
  return (
    <div className={styles.passkey}>
      {logIn.isError && <EntranceNotice tone="error">{messageOf(logIn.error)}</EntranceNotice>}
      <Button wide busy={isPending} onClick={() => mutate(undefined)}>
        {t`Log in with a passkey`}
      </Button>
    </div>
  );
}
