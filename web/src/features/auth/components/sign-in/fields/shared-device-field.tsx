import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import { Checkbox } from '../../../../../components/forms/choices/checkbox';
import { useAbout } from '../../../../../lib/account/about';
import styles from '../auth-layout.module.css';

export interface SharedDeviceChoice {
  isShared: boolean;
  setIsShared: (isShared: boolean) => void;
}

/** Whether others use this device. Until the user chooses, it is as the installation says. */
export function useSharedDeviceChoice(): SharedDeviceChoice {
  const [chosen, setChosen] = useState<boolean>();
  const { data } = useAbout();
  return { isShared: chosen ?? data?.sharedDevices ?? false, setIsShared: setChosen };
}

export function SharedDeviceField({ choice }: { choice: SharedDeviceChoice }) {
  const id = useId();
  return (
    <div>
      <Checkbox
        label={t`This device is shared`}
        aria-describedby={id}
        checked={choice.isShared}
        onChange={({ target }) => choice.setIsShared(target.checked)}
      />
      <p id={id} className={styles.note}>
        {choice.isShared
          ? t`Nothing is kept on it. You need a connection to read and to save.`
          : t`Your newest entries are kept on it, encrypted, so that you can read and write without a connection.`}
      </p>
    </div>
  );
}
