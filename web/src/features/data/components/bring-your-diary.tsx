import { Trans } from '@lingui/react/macro';
import { ButtonLink } from '../../../components/forms/button';
import styles from './your-data.module.css';

/** Leads to the page that imports files of this and other apps. */
export function BringYourDiary() {
  return (
    <div className={styles.part}>
      <h3 className={styles.title}>
        <Trans>Import</Trans>
      </h3>
      <p className={styles.words}>
        <Trans>
          Bring your diary from Day One, Daylio, Obsidian and other apps, or from an export. Entries that you
          already have stay as they are.
        </Trans>
      </p>
      <ButtonLink to="/import">
        <Trans>Bring your diary</Trans>
      </ButtonLink>
    </div>
  );
}
