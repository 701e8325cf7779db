import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { Button } from '../../components/forms/button';
import { Notice } from '../../components/page/notice';
import { useProfile } from '../../lib/account/profile';
import { createRememberedMark } from '../../lib/remembered';
import { useStore } from '../../lib/store';
import styles from '../frame/layout.module.css';

/** Whether an administrator has seen the page for them in this browser, or wants to see it later. It names no user. */
export const adminPageSeen = createRememberedMark('inner-weather.administers');

/** Tells an administrator, such as the owner of the first account, about the page for it, until they have seen it. */
export function AdministratorNotice() {
  // The navigation reads this answer, too.
  const isAdmin = useProfile().data?.isAdmin === true;
  const isSeen = useStore(adminPageSeen);
  if (!isAdmin || isSeen) return null;
  return (
    <div className={styles.notice}>
      <Notice
        tone="info"
        action={
          <Button variant="plain" onClick={() => adminPageSeen.set(true)}>
            <Trans>Later</Trans>
          </Button>
        }
      >
        <Trans>
          You administer this journal. Check its <Link to="/admin">system status</Link> before others use it.
        </Trans>
      </Notice>
    </div>
  );
}
