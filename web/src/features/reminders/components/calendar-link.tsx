import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '../../../components/forms/button';
import { CopyOnceField } from '../../../components/page/copy-once-field';
import { Notice } from '../../../components/page/notice';
import { latestError } from '../../../lib/api/api-error';
import { reasonOf } from '../../../lib/api/unreachable';
import { useCalendarFile, useMakeFeed, useRevokeFeed, type Reminders } from '../api/reminders';
import styles from './reminders.module.css';

/** The calendar in place of reminders on a device: a file with one event that rings, and a secret link that follows along. */
export function CalendarLink({ reminders: { hasFeed, on } }: { reminders: Reminders }) {
  const make = useMakeFeed();
  const revoke = useRevokeFeed();
  const file = useCalendarFile();
  const error = latestError(make, revoke, file);
  return (
    <div className={styles.part}>
      <h3 className={styles.label}>
        <Trans>In your calendar</Trans>
      </h3>
      <p>
        <Trans>
          For devices that cannot show reminders. A file adds one event that repeats and rings in every
          calendar. Add it once; after you change your reminders, delete that event and add a new file.
        </Trans>
      </p>
      {error && <Notice tone="error">{reasonOf(error)}</Notice>}
      {on ? (
        <div className={styles.actions}>
          <Button busy={file.isPending} onClick={() => file.mutate()}>
            <Trans>Download a file</Trans>
          </Button>
        </div>
      ) : (
        <p className={styles.hint}>
          <Trans>Turn your reminders on to get the file.</Trans>
        </p>
      )}
      <p>
        <Trans>
          A link follows your changes, and shows no reminder on a day when you have written. But Google
          Calendar and Outlook do not ring for a calendar that you subscribe to, and Apple's rings only if you
          turn off Remove Alerts when you subscribe.
        </Trans>
      </p>
      <p className={styles.hint}>
        <Trans>
          Anyone who has the link can see when you are reminded, and nothing else. Changing your password
          revokes it.
        </Trans>
      </p>
      {hasFeed && make.data && <CopyOnceField label={t`The link`} value={make.data} />}
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
