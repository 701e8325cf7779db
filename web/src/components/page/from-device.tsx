import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { dayAndYear } from '../../lib/dates/calendar';
import styles from './from-device.module.css';

interface FromDeviceProps {
  /** The first day from which entries are kept, YYYY-MM-DD; null if all of them are. */
  since?: string | null;
  /** Another text. */
  children?: ReactNode;
}

/** Says that the page shows what this device keeps, because the server cannot be reached. */
export function FromDevice({ since, children }: FromDeviceProps) {
  return (
    <p role="status" className={styles.line}>
      {children || textOf(since)}
    </p>
  );
}

function textOf(since: string | null | undefined): string {
  if (!since) return t`This is what this device keeps.`;
  const day = dayAndYear(since);
  return t`This is what this device keeps: entries since ${day}.`;
}
