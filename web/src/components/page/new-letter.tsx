import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { useNewLetter } from './use-new-letter';
import { rangeInWords } from '../../lib/dates/dates';
import styles from './new-letter.module.css';

/**
 * A quiet line about the weekly letter that was not opened yet. Shows nothing without one.
 * @param openId the insight that is open
 */
export function NewLetter({ openId }: { openId?: string }) {
  const { data: letter } = useNewLetter();
  if (!letter || letter.id === openId) return null;
  return (
    <p className={styles.line}>
      <Link to={`/insights/${letter.id}`}>
        <Trans>Your letter of the week is here</Trans>
      </Link>
      <span>{rangeInWords(letter.startDate, letter.endDate)}</span>
    </p>
  );
}
