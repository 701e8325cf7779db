import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../components/forms/button';
import { Notice } from '../../components/page/notice';
import { useProfile } from '../../lib/account/profile';
import styles from '../frame/layout.module.css';
import { noteAdminPageSeen, wasAdminPageSeen } from './admin-page-seen';

/** Tells an administrator, such as the owner of the first account, about the page for it, until they have seen it. */
export function AdministratorNotice() {
  // The navigation reads this answer, too.
  const isAdmin = useProfile().data?.isAdmin === true;
  const [isDismissed, setIsDismissed] = useState(false);
  if (!isAdmin || isDismissed || wasAdminPageSeen()) return null;
  return (
    <div className={styles.notice}>
      <Notice
        tone="info"
        action={
          <Button
            variant="plain"
            onClick={() => {
              noteAdminPageSeen();
              setIsDismissed(true);
            }}
          >
            <Trans>Later</Trans>
          </Button>
        }
      >
        <Trans>
          You administer this journal. <Link to="/admin">See how it stands</Link>, before others use it.
        </Trans>
      </Notice>
    </div>
  );
}
