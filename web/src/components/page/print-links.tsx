import { t } from '@lingui/core/macro';
import { Link } from 'react-router-dom';
import styles from './print-links.module.css';

/** The ways from what is seen to what can be printed. */
export function PrintLinks() {
  return (
    <nav aria-label={t`For print`} className={styles.links}>
      <Link to="/days/report">{t`A page for someone else`}</Link>
      <Link to="/days/book">{t`A book of a year`}</Link>
    </nav>
  );
}
