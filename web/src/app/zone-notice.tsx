import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../components/button';
import { Notice } from '../components/notice';
import { isTimeZoneUnknown } from '../lib/dates';
import { useUser } from '../lib/session';
import styles from './layout.module.css';

/** Remembers, per browser, that this was said. */
const KEY = 'inner-weather.zone-unknown';

/** Says once that days are those of UTC, where neither the account nor the browser names a usable time zone. */
export function ZoneNotice() {
  const user = useUser();
  const [said, setSaid] = useState(wasSaid);
  if (!user || said || !isTimeZoneUnknown()) return null;
  return (
    <div className={styles.notice}>
      <Notice
        tone="info"
        title="Your time zone is not known"
        action={
          <Button
            variant="plain"
            onClick={() => {
              rememberSaid();
              setSaid(true);
            }}
          >
            Keep UTC
          </Button>
        }
      >
        Your days begin and end in UTC for now. <Link to="/settings">Choose a time zone</Link> to change that.
      </Notice>
    </div>
  );
}

function wasSaid(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function rememberSaid(): void {
  try {
    localStorage.setItem(KEY, 'said');
  } catch {
    // Without storage it is said again when the page is opened again.
  }
}
