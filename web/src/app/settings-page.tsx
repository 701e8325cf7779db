import { PageHead } from '../components/page-head';
import { idOfSection } from '../components/section';
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
          <SectionList />
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

/** In the order of the page. Invitations are the administrator's alone, and follow the others. */
const SECTIONS = [
  'Profile',
  'Appearance',
  'Email',
  "Where you're signed in",
  'Password',
  'Second factor',
  'Your data',
];

function SectionList() {
  return (
    <nav aria-label="Settings">
      <ul className={styles.sections}>
        {SECTIONS.map((title) => (
          <li key={title}>
            <a
              href={`#${idOfSection(title)}`}
              onClick={(event) => {
                // Going there is no step of the history.
                event.preventDefault();
                const heading = document.getElementById(idOfSection(title));
                heading?.scrollIntoView();
                heading?.focus({ preventScroll: true });
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
