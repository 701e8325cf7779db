import type { ReactNode } from 'react';
import { cn } from '../../lib/cn';
import styles from './notice.module.css';

interface NoticeProps {
  tone: 'error' | 'success' | 'info';
  title?: string;
  children?: ReactNode;
  /** A button or link with which the user can act on it. */
  action?: ReactNode;
}

/** A message near what caused it. Screen readers announce it when it appears, errors at once. */
export function Notice({ tone, title, children, action }: NoticeProps) {
  return (
    <div role={tone === 'error' ? 'alert' : 'status'} className={cn(styles.notice, styles[tone])}>
      {title && <strong>{title}</strong>}
      {children}
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  );
}
