import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** For text that only screen readers need. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
