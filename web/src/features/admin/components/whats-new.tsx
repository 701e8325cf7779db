import { t } from '@lingui/core/macro';
import newestSection from 'virtual:changelog';
import Markdown from 'react-markdown';
import { Section } from '../../../components/page/section';
import styles from './admin.module.css';

/** The newest section of CHANGELOG.md, which is in English. */
export function WhatsNew() {
  return (
    <Section title={t`New in this version`}>
      <div className={styles.news} lang="en" dir="ltr">
        <Markdown components={{ h3: 'h3' }}>{newestSection}</Markdown>
      </div>
    </Section>
  );
}
