import { namedDifference } from '../../../../charts/differences';
import type { Statistics } from '../../../../charts/get-statistics';
import { countOf } from '../../../../lib/plural';
import type { Days } from '../../api/list-days';
import styles from './stands-out.module.css';

interface StandsOutProps {
  days: Days | undefined;
  /** Of all years. */
  whole: Statistics | undefined;
}

/** The first line of the page: a difference that was found, or else how much was written. */
export function StandsOut({ days, whole }: StandsOutProps) {
  return (
    <p className={styles.line} role="status">
      {days && whole && inWords(days, whole)}
    </p>
  );
}

function inWords(days: Days, whole: Statistics): string {
  const named = namedDifference(whole);
  if (named) return named;
  if (whole.daysWritten === 0) return 'Your first entry colours the first square.';
  const count = countOf(days.days.length, 'day', 'days');
  return days.days.length === whole.daysWritten
    ? `You wrote on ${count}.`
    : `You wrote on ${count} of ${days.year}, and on ${whole.daysWritten.toLocaleString('en')} in all.`;
}
