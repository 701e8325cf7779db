import type { ComponentType } from 'react';
import { PageHead } from '../components/page/page-head';
import { idOfSection } from '../components/page/section';
import { Appearance } from '../features/appearance/components/appearance';
import { ChangePassword } from '../features/auth/components/settings/change-password';
import { EmailAddress } from '../features/auth/components/settings/email-address';
import { Invitations } from '../features/auth/components/settings/invitations';
import { OpenSessions } from '../features/auth/components/settings/open-sessions';
import { useProfile } from '../features/auth/api/profile';
import { Profile } from '../features/auth/components/settings/profile';
import { SecondFactor } from '../features/auth/components/settings/second-factor';
import { YourData } from '../features/data/components/your-data';
import { useUser } from '../lib/api/session';
import styles from './frame/layout.module.css';

/** In the order of the page. */
const SECTIONS: [title: string, Contents: ComponentType<{ title: string }>][] = [
  ['Profile', Profile],
  ['Appearance', Appearance],
  ['Email', EmailAddress],
  ["Where you're signed in", OpenSessions],
  ['Password', ChangePassword],
  ['Second factor', SecondFactor],
  ['Invitations', Invitations],
  ['Your data', YourData],
];

/** The settings of an account, section by section. */
export function SettingsPage() {
  const user = useUser();
  const isAdmin = useProfile().data?.isAdmin === true;
  const sections = SECTIONS.filter(([, Contents]) => Contents !== Invitations || isAdmin);
  return (
    <div className={styles.column}>
      <PageHead title="Settings">{user && `You are signed in as ${user.email}.`}</PageHead>
      {user && (
        <>
          <SectionList titles={sections.map(([title]) => title)} />
          {sections.map(([title, Contents]) => (
            <Contents key={title} title={title} />
          ))}
        </>
      )}
    </div>
  );
}

function SectionList({ titles }: { titles: string[] }) {
  return (
    <nav aria-label="Settings">
      <ul className={styles.sections}>
        {titles.map((title) => (
          <li key={title}>
            <a
              href={`#${idOfSection(title)}`}
              onClick={(event) => {
                // Jumping to a section must not add a step to the browser's history.
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
