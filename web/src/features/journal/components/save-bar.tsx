import { useState, type ReactNode } from 'react';
import { useKeyboardHeight } from '../../../lib/keyboard';
import styles from './writing-page.module.css';

interface SaveBarProps {
  /** Whether the browser keeps what is written now. */
  isKept: boolean;
  /** The buttons. */
  children: ReactNode;
  /** What became of saving. */
  result?: ReactNode;
}

/** The last line of a form in which one writes. On a phone it stays in sight, above the keyboard. */
export function SaveBar({ isKept, children, result }: SaveBarProps) {
  useKeyboardHeight();
  // Screen readers hear it once, not after each pause in writing.
  const [wasKept, setWasKept] = useState(isKept);
  const [isSaid, setIsSaid] = useState(false);
  if (wasKept !== isKept) {
    setWasKept(isKept);
    if (wasKept) setIsSaid(true);
  }
  return (
    <div className={styles.foot}>
      <div className={styles.row}>
        <p className={styles.kept} aria-live={isSaid ? 'off' : 'polite'}>
          {isKept && 'Draft saved'}
        </p>
        {children}
      </div>
      {result && <div className={styles.result}>{result}</div>}
    </div>
  );
}
