import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { Button } from '../../components/forms/button';
import { Notice } from '../../components/page/notice';
import { isTimeZoneUnknown } from '../../lib/dates/zone';
import { useUser } from '../../lib/api/session';
import { createRememberedMark } from '../../lib/remembered';
import { useStore } from '../../lib/store';
import styles from '../frame/layout.module.css';

const dismissed = createRememberedMark('inner-weather.zone-unknown');

/** Says once that days are in UTC because neither the account nor the browser names a usable time zone. */
export function ZoneNotice() {
  const user = useUser();
  const isDismissed = useStore(dismissed);
  if (!user || isDismissed || !isTimeZoneUnknown()) return null;
  return (
    <div className={styles.notice}>
      <Notice
        tone="info"
        title={t`Your time zone is not known`}
        action={
          <Button variant="plain" onClick={() => dismissed.set(true)}>
            <Trans>Keep UTC</Trans>
          </Button>
        }
      >
        <Trans>
          Your days begin and end in UTC for now.{' '}
          <Link to="/settings#section-profile">Choose a time zone</Link> to change that.
        </Trans>
      </Notice>
    </div>
  );
}
