import { PageHead } from '../components/page-head';
import { Appearance } from '../features/appearance/components/appearance';
import { ChangePassword } from '../features/auth/components/change-password';
import { EmailAddress } from '../features/auth/components/email-address';
import { Invitations } from '../features/auth/components/invitations';
import { OpenSessions } from '../features/auth/components/open-sessions';
import { Profile } from '../features/auth/components/profile';
import { SecondFactor } from '../features/auth/components/second-factor';
import { YourData } from '../features/data/components/your-data';
import { useUser } from '../lib/session';
import styles from './layout.module.css';

/** The settings of an account, section by section. */
export function SettingsPage() {
  const user = useUser();
  return (
    <div className={styles.column}>
      <PageHead title="Settings">{user && `You are signed in as ${user.email}.`}</PageHead>
      {user && (
        <>
          <Profile />
          <Appearance />
          <EmailAddress />
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
