import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '../../../components/forms/button';
import { Notice } from '../../../components/page/notice';
import { messageOf } from '../../../lib/api/api-error';
import type { useChangeBeginnings } from '../../../lib/beginnings/beginnings';
import styles from './beginnings.module.css';

interface FormEndProps {
  change: Pick<ReturnType<typeof useChangeBeginnings>, 'error' | 'isPending'>;
  onCancel: () => void;
}

/** What went wrong, and the buttons below a form. */
export function FormEnd({ change, onCancel }: FormEndProps) {
  return (
    <>
      {change.error && (
        <Notice tone="error" title={t`It was not saved.`}>
          {messageOf(change.error)}
        </Notice>
      )}
      <div className={styles.ways}>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="primary" busy={change.isPending}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </>
  );
}
