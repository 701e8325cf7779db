import { t } from '@lingui/core/macro';
import { FingerprintIcon } from './icons';
import styles from './lock-screen.module.css';

/** Asks the device itself, in place of the PIN. */
export const DeviceKey = ({ onUse }: { onUse: () => void }) => (
  <button
    type="button"
    className={styles.device}
    aria-label={t`Use your fingerprint or face`}
    onClick={onUse}
  >
    <FingerprintIcon />
  </button>
);
