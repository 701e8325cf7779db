import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api/api-error';
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

/** Says why a change was not saved. Renders nothing without an error. */
export function NotSaved({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <Notice tone="error" title={t`It was not saved.`}>
      {messageOf(error)}
    </Notice>
  );
}
