import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import { PageHead } from '../components/page/page-head';
import { Folding } from '../components/page/section';
import { Appearance } from '../features/appearance/components/appearance';
import { OnThisDevice } from '../features/appearance/components/on-this-device';
import { AccessTokens } from '../features/auth/components/settings/access-tokens';
import { ChangePassword } from '../features/auth/components/settings/change-password';
import { EmailAddress } from '../features/auth/components/settings/email-address';
import { Invitations } from '../features/auth/components/settings/invitations';
import { OpenSessions } from '../features/auth/components/settings/open-sessions';
import { useHasPassword, useProfile } from '../lib/account/profile';
import { useRegistration } from '../features/auth/api/recovery';
import { Passkeys } from '../features/auth/components/settings/passkeys';
import { Profile } from '../features/auth/components/settings/profile';
import { SignInMethods } from '../features/auth/components/settings/sign-in-methods';
import { SecondFactor } from '../features/auth/components/settings/second-factor';
import { Beginnings } from '../features/beginnings/components/beginnings';
import { Measures } from '../features/measures/components/measures';
import { OwnMoodsSection } from '../features/moods/components/moods';
import { Reminders } from '../features/reminders/components/reminders';
import { DeviceLock } from '../features/device-lock/components/device-lock';
import { YourData } from '../features/data/components/your-data';
import { useUser } from '../lib/api/session';
import { ofTab, readStorage, writeStorage } from '../lib/remembered';
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
  { id: 'section-lock', title: msg`Lock on this device`, Contents: DeviceLock },
  { id: 'section-measures', title: msg`What you measure`, Contents: Measures },
  { id: 'section-moods', title: msg`Moods`, Contents: OwnMoodsSection },
  { id: 'section-beginnings', title: msg`Questions and templates`, Contents: Beginnings },
  { id: 'section-reminders', title: msg`Reminders`, Contents: Reminders },
  { id: 'section-email', title: msg`Email`, Contents: EmailAddress },
  { id: 'section-where-you-re-signed-in', title: msg`Where you're signed in`, Contents: OpenSessions },
  { id: 'section-sign-in', title: msg`Sign in with`, Contents: SignInMethods },
  { id: 'section-password', title: msg`Password`, Contents: ChangePassword },
  { id: 'section-passkeys', title: msg`Passkeys`, Contents: Passkeys },
  { id: 'section-second-factor', title: msg`Second factor`, Contents: SecondFactor },
  { id: 'section-keys-for-scripts', title: msg`Keys for scripts`, Contents: AccessTokens },
  { id: 'section-invitations', title: msg`Invitations`, Contents: Invitations },
  { id: 'section-your-data', title: msg`Your data`, Contents: YourData },
];

/** The settings of an account, section by section. An address such as `/settings#section-email` opens that one. */
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
    [ChangePassword, registration?.passwordLogin !== true && !hasPassword],
  ]);
  const sections = SECTIONS.filter(({ Contents }) => isHidden.get(Contents) !== true);
  const { isOpen, toggle } = useOpenSections();
  const { hash } = useLocation();
  const show = (id: string) => {
    toggle(id, true);
    const heading = document.getElementById(id)?.querySelector('h2');
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  };
  const showAsked = useEffectEvent(show);
  useEffect(() => {
    if (hash !== '') showAsked(hash.slice(1));
  }, [hash]);
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
          <SectionList sections={sections} onChoose={show} />
          {sections.map(({ id, title, Contents }) => (
            <div key={id} id={id} className={styles.section}>
              <Folding value={{ isOpen: isOpen(id), onToggle: (open) => toggle(id, open) }}>
                <Contents title={i18n._(title)} />
              </Folding>
            </div>
          ))}
        </>
      )}
    </div>
  );
}

interface SectionListProps {
  sections: SettingsSection[];
  onChoose: (id: string) => void;
}

/** A phone does not show it: the folded sections are such a list themselves. */
function SectionList({ sections, onChoose }: SectionListProps) {
  return (
    <nav aria-label={t`Settings`} className={styles.sectionList}>
      <ul className={styles.sections}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                // Jumping to a section must not add a step to the browser's history.
                event.preventDefault();
                onChoose(id);
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

/** Which sections are open. On a phone that is none at first, so that all their names fit the screen; elsewhere all. */
function useOpenSections() {
  const [isPhone] = useState(() => 'matchMedia' in window && window.matchMedia('(max-width: 40rem)').matches);
  const [changed, setChanged] = useState(isPhone ? openBefore : []);
  const isOpen = (id: string) => changed.includes(id) === isPhone;
  const toggle = (id: string, open: boolean) => {
    if (isOpen(id) === open) return;
    const next = open === isPhone ? [...changed, id] : changed.filter((one) => one !== id);
    if (isPhone) writeStorage(OPEN, next.join(' '), ofTab);
    setChanged(next);
  };
  return { isOpen, toggle };
}

/** The sections that were open on a phone in this tab: the way to a provider and back leads to them again. */
const OPEN = 'inner-weather.open-settings';

const openBefore = (): string[] => (readStorage(OPEN, ofTab) ?? '').split(' ');
