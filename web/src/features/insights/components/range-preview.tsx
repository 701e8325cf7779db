import { GROUP_DAYS_MIN } from '@inner-weather/contracts/mood-days';
import { daysOfPeriod, type Period } from '@inner-weather/contracts/periods';
import { useStatistics } from '../../../charts/get-statistics';
import { rangeInWords } from '../../../lib/dates';
import { countOf } from '../../../lib/plural';
import { useToday } from '../../../lib/today';
import { recipientInWords } from './recipient-in-words';
import styles from './range-form.module.css';

interface RangePreviewProps {
  userId: string;
  /** Undefined means today. */
  range: Period | undefined;
  /** Who outside receives entries; null when nobody does, undefined while that is not known. */
  recipient: string | null | undefined;
}

/** Says before anything is asked: what the range holds, who reads it, and what it takes to find something. */
export function RangePreview({ userId, range, recipient }: RangePreviewProps) {
  const { startDate: from, endDate: to } = daysOfPeriod(range, useToday());
  const counted = useStatistics(userId, { from, to });
  const { data } = counted;
  return (
    <div className={styles.hint} role="status">
      {!range && <p>If you choose nothing, we analyse today.</p>}
      {data && !counted.isPlaceholderData && (
        <p>
          {data.entries === 0
            ? `Nothing is written yet, ${rangeInWords(from, to)}.`
            : `${countOf(data.entries, 'entry', 'entries')} on ${countOf(data.daysWritten, 'day', 'days')}, ${rangeInWords(from, to)}.`}{' '}
          {data.entries > 0 && recipient !== undefined && readerOf(recipient)} {needOf(data.daysWritten)}
        </p>
      )}
    </div>
  );
}

function readerOf(recipient: string | null): string {
  if (recipient === null) return 'They are read on this server, and sent to nobody.';
  const name = recipientInWords(recipient);
  return `They are sent to ${name}, except those marked never send to AI.`;
}

/** What it takes to say more. */
function needOf(days: number): string {
  if (days === 0) return 'Write a few lines first: there is nothing to read.';
  if (days < GROUP_DAYS_MIN) return `To see anything between days, it takes at least ${GROUP_DAYS_MIN}.`;
  return `To compare weather or weekdays, it takes at least ${GROUP_DAYS_MIN} days of each with a mood, better many more.`;
}
