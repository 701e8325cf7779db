import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '../../../components/forms/button';
import { CopyField } from '../../../components/page/copy-field';
import { Notice } from '../../../components/page/notice';
import { reasonOf } from '../../../lib/api/unreachable';
import { useMakeFeed, useRevokeFeed } from '../api/reminders';
import styles from './reminders.module.css';

/** The secret link to a calendar of the reminders. */
export function CalendarLink({ hasFeed }: { hasFeed: boolean }) {
  const make = useMakeFeed();
  const revoke = useRevokeFeed();
  const error = make.error ?? revoke.error;
  return (
    <div className={styles.part}>
      <h3 className={styles.label}>
        <Trans>In your calendar</Trans>
      </h3>
      <p>
        <Trans>
          For devices that cannot show reminders: subscribe to this link in your calendar app. Anyone who has
          the link can see when you are reminded, and nothing else.
        </Trans>
      </p>
      {error && <Notice tone="error">{reasonOf(error)}</Notice>}
      {hasFeed && make.data && (
        <CopyField label={t`The link`} hint={t`Copy it now. It will not be shown again.`} value={make.data} />
      )}
      <div className={styles.actions}>
        <Button busy={make.isPending} onClick={() => make.mutate()}>
          {hasFeed ? t`Create a new link` : t`Create a link`}
        </Button>
        {hasFeed && (
          <Button variant="plainDanger" busy={revoke.isPending} onClick={() => revoke.mutate()}>
            <Trans>Revoke the link</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}
