import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '../../components/forms/button';
import { Notice } from '../../components/page/notice';
import { useWaiting } from '../../lib/outbox/waiting';
import { takeNewVersion, useNewVersion } from './new-version';
import { keepNow } from '../../lib/drafts/unsaved';
import styles from '../frame/layout.module.css';

/** Offers a new version of the page, but not while something is being sent or waits for it. */
export function NewVersionNotice() {
  const isReady = useNewVersion();
  // What needs its writer is stored, and is not sent by itself.
  const isSending = useWaiting().some(({ problem }) => !problem);
  if (!isReady || isSending) return null;
  return (
    <div className={styles.notice}>
      <Notice
        tone="info"
        action={
          <Button
            variant="plain"
            onClick={() => {
              keepNow();
              takeNewVersion();
            }}
          >
            {t({ message: 'Reload', comment: 'Loads the new version of the page.' })}
          </Button>
        }
      >
        <Trans>A new version is ready.</Trans>
      </Notice>
    </div>
  );
}
