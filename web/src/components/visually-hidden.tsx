import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** For words that only those who listen need. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
