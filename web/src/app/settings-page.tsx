import { PageHead } from '../components/page-head';
import { ChangePassword } from '../features/auth/components/change-password';
import { Invitations } from '../features/auth/components/invitations';
import { OpenSessions } from '../features/auth/components/open-sessions';
import { SecondFactor } from '../features/auth/components/second-factor';
import { YourData } from '../features/data/components/your-data';
import { useUser } from '../lib/session';
import styles from './layout.module.css';

/** What a person decides about their account, section by section. */
export function SettingsPage() {
  const user = useUser();
  return (
    <div className={styles.column}>
      <PageHead title="Settings">{user && `You are signed in as ${user.email}.`}</PageHead>
      {user && (
        <>
          <OpenSessions />
          <ChangePassword />
          <SecondFactor />
          <Invitations />
          <YourData />
        </>
      )}
    </div>
  );
}
