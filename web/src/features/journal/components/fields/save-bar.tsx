import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { useKeyboardHeight } from '../../../../lib/keyboard';
import styles from '../writing/writing-page.module.css';

interface SaveBarProps {
  /** Whether the current text is stored in the browser. */
  isKept: boolean;
  /** The buttons. */
  children: ReactNode;
  /** The result of the last save. */
  result?: ReactNode;
}

/** The last line of a writing form. On a phone it stays visible above the keyboard. */
export function SaveBar({ isKept, children, result }: SaveBarProps) {
  useKeyboardHeight();
  // Screen readers announce it once, not after each pause in writing.
  const [wasKept, setWasKept] = useState(isKept);
  const [isAnnounced, setIsAnnounced] = useState(false);
  if (wasKept !== isKept) {
    setWasKept(isKept);
    if (wasKept) setIsAnnounced(true);
  }
  return (
    <div className={styles.foot}>
      <div className={styles.row}>
        <p className={styles.kept} aria-live={isAnnounced ? 'off' : 'polite'}>
          {isKept && t`Draft saved`}
        </p>
        {children}
      </div>
      {result && <div className={styles.result}>{result}</div>}
    </div>
  );
}
