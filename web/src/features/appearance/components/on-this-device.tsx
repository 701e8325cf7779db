import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '../../../components/forms/button';
import { Section } from '../../../components/page/section';
import { isInstalled, menuToInstall, useInstall } from '../../../lib/install-offer';
import { isSharedDevice } from '../../../lib/vault/shared-device';
import styles from './appearance.module.css';

/** What this device keeps, and how to open the journal as an app. */
export function OnThisDevice({ title }: { title: string }) {
  const install = useInstall();
  const menu = menuToInstall();
  const intro = isSharedDevice()
    ? t`You said at login that this device is shared, so nothing is kept on it.`
    : t`Your newest entries and what waits to be sent are kept here, encrypted, until you log out.`;
  return (
    <Section title={title} intro={intro}>
      <div className={styles.choices}>
        {isInstalled() && (
          <p>
            <Trans>You are using the installed app.</Trans>
          </p>
        )}
        {!isInstalled() && install && (
          <div>
            <Button onClick={install}>
              <Trans>Install as an app</Trans>
            </Button>
          </div>
        )}
        {!isInstalled() && !install && menu && (
          <p>
            {menu === 'share'
              ? t`To open your journal as an app: in Safari, tap Share, then Add to Home Screen.`
              : t`To open your journal as an app, look for “Install” or “Add to Home Screen” in the menu of your browser.`}
          </p>
        )}
      </div>
    </Section>
  );
}
