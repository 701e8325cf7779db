import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Notice } from '../page/notice';
import { Button } from './button';
import styles from './form-end.module.css';

interface FormEndProps {
  /** Why it was not saved, if no field says it. */
  problem: string | undefined;
  isBusy: boolean;
  onCancel: () => void;
  /** More buttons. */
  children?: ReactNode;
}

/** What went wrong, and the buttons below a form. */
export function FormEnd({ problem, isBusy, onCancel, children }: FormEndProps) {
  return (
    <>
      {problem && (
        <Notice tone="error" title={t`It was not saved.`}>
          {problem}
        </Notice>
      )}
      <div className={styles.ways}>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          <Trans>Save</Trans>
        </Button>
        {children}
      </div>
    </>
  );
}
