import { plural, t } from '@lingui/core/macro';
import { yearInDigits } from '../../../../lib/dates/calendar';
import { namedDifference } from '../../../../charts/differences';
import type { Statistics } from '../../../../charts/get-statistics';
import { numberInWords } from '../../../../lib/language/formats';
import type { Days } from '../../api/list-days';
import { isCut } from '../../ranges';
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
  if (whole.daysWritten === 0) return t`Your first entry colours the first square.`;
  const written = days.days.length;
  if (written === whole.daysWritten)
    return plural(written, { one: 'You wrote on # day.', other: 'You wrote on # days.' });
  const [year, inAll] = [yearInDigits(days.year), numberInWords(whole.daysWritten)];
  if (isCut(days, whole))
    return plural(written, {
      one: `You wrote on # day of ${year}, and on ${inAll} in the last ten years.`,
      other: `You wrote on # days of ${year}, and on ${inAll} in the last ten years.`,
    });
  return plural(written, {
    one: `You wrote on # day of ${year}, and on ${inAll} in all.`,
    other: `You wrote on # days of ${year}, and on ${inAll} in all.`,
  });
}
