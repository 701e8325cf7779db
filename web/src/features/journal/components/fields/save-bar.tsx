import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { useStore } from '../../../../lib/store';
import { keepingStore } from '../../../../lib/drafts/unsaved';
import { useKeyboardHeight } from '../../../../lib/screen/keyboard';
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
  const keeping = useStore(keepingStore);
  // Screen readers announce it once, not after each pause in writing.
  const [wasShown, setWasShown] = useState(isKept);
  const [isAnnounced, setIsAnnounced] = useState(false);
  // It is said once the words would survive a kill, and does not flicker while the next ones are stored.
  const isShown = isKept && (keeping === 'kept' || (wasShown && keeping === 'keeping'));
  if (wasShown !== isShown) {
    setWasShown(isShown);
    if (wasShown) setIsAnnounced(true);
  }
  return (
    <div className={styles.foot}>
      <div className={styles.row}>
        <p className={styles.kept} aria-live={isAnnounced ? 'off' : 'polite'}>
          {isShown && t`Draft saved`}
        </p>
        {children}
      </div>
      {result && <div className={styles.result}>{result}</div>}
    </div>
  );
}
