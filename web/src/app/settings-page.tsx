import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ComponentType } from 'react';
import { PageHead } from '../components/page/page-head';
import { Appearance } from '../features/appearance/components/appearance';
import { OnThisDevice } from '../features/appearance/components/on-this-device';
import { AccessTokens } from '../features/auth/components/settings/access-tokens';
import { ChangePassword } from '../features/auth/components/settings/change-password';
import { EmailAddress } from '../features/auth/components/settings/email-address';
import { Invitations } from '../features/auth/components/settings/invitations';
import { OpenSessions } from '../features/auth/components/settings/open-sessions';
import { useHasPassword, useProfile } from '../lib/account/profile';
import { useRegistration } from '../features/auth/api/recovery';
import { Profile } from '../features/auth/components/settings/profile';
import { SignInMethods } from '../features/auth/components/settings/sign-in-methods';
import { SecondFactor } from '../features/auth/components/settings/second-factor';
import { Reminders } from '../features/reminders/components/reminders';
import { YourData } from '../features/data/components/your-data';
import { useUser } from '../lib/api/session';
import styles from './frame/layout.module.css';

interface SettingsSection {
  /** In the page's address; the same in all languages. */
  id: string;
  title: MessageDescriptor;
  Contents: ComponentType<{ title: string }>;
}

/** In the order of the page. */
const SECTIONS: SettingsSection[] = [
  { id: 'section-profile', title: msg`Profile`, Contents: Profile },
  { id: 'section-appearance', title: msg`Appearance`, Contents: Appearance },
  { id: 'section-on-this-device', title: msg`On this device`, Contents: OnThisDevice },
  { id: 'section-reminders', title: msg`Reminders`, Contents: Reminders },
  { id: 'section-email', title: msg`Email`, Contents: EmailAddress },
  { id: 'section-where-you-re-signed-in', title: msg`Where you're signed in`, Contents: OpenSessions },
  { id: 'section-sign-in', title: msg`Sign in with`, Contents: SignInMethods },
  { id: 'section-password', title: msg`Password`, Contents: ChangePassword },
  { id: 'section-second-factor', title: msg`Second factor`, Contents: SecondFactor },
  { id: 'section-keys-for-scripts', title: msg`Keys for scripts`, Contents: AccessTokens },
  { id: 'section-invitations', title: msg`Invitations`, Contents: Invitations },
  { id: 'section-your-data', title: msg`Your data`, Contents: YourData },
];

/** The settings of an account, section by section. */
export function SettingsPage() {
  const user = useUser();
  const email = user?.email;
  const isAdmin = useProfile().data?.isAdmin === true;
  const registration = useRegistration().data;
  const hasPassword = useHasPassword();
  const isHidden = new Map<SettingsSection['Contents'], boolean>([
    [Invitations, !isAdmin],
    [SignInMethods, (registration?.providers ?? []).length === 0],
    // No one could sign in with it.
    [ChangePassword, registration?.passwordLogin === false && !hasPassword],
  ]);
  const sections = SECTIONS.filter(({ Contents }) => isHidden.get(Contents) !== true);
  return (
    <div className={styles.column}>
      <PageHead title={t`Settings`}>
        {email && (
          <Trans>
            You are signed in as <bdi>{email}</bdi>.
          </Trans>
        )}
      </PageHead>
      {user && (
        <>
          <SectionList sections={sections} />
          {sections.map(({ id, title, Contents }) => (
            <div key={id} id={id} className={styles.section}>
              <Contents title={i18n._(title)} />
            </div>
          ))}
        </>
      )}
    </div>
  );
}

function SectionList({ sections }: { sections: SettingsSection[] }) {
  return (
    <nav aria-label={t`Settings`}>
      <ul className={styles.sections}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                // Jumping to a section must not add a step to the browser's history.
                event.preventDefault();
                const heading = document.getElementById(id)?.querySelector('h2');
                heading?.scrollIntoView();
                heading?.focus({ preventScroll: true });
              }}
            >
              {i18n._(title)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
