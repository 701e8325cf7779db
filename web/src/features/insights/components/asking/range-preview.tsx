import { GROUP_DAYS_MIN } from '@inner-weather/domain/statistics/mood-days';
import { daysOfPeriod, type Period } from '@inner-weather/domain/time/periods';
import { useStatistics } from '../../../../charts/get-statistics';
import { rangeInWords } from '../../../../lib/dates/dates';
import { countOf } from '../../../../lib/plural';
import { useToday } from '../../../../lib/dates/today';
import { recipientInWords } from './recipient-in-words';
import styles from './range-form.module.css';

interface RangePreviewProps {
  userId: string;
  /** Undefined means today. */
  range: Period | undefined;
  /** The outside model that receives entries; null if there is none, undefined while that is loading. */
  recipient: string | null | undefined;
}

/** Says before the request how much the range contains, who reads it, and what an insight needs. */
export function RangePreview({ userId, range, recipient }: RangePreviewProps) {
  const { startDate: from, endDate: to } = daysOfPeriod(range, useToday());
  const query = useStatistics(userId, { from, to });
  const { data } = query;
  return (
    <div className={styles.hint} role="status">
      {!range && <p>If you choose nothing, we analyse today.</p>}
      {data && !query.isPlaceholderData && (
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
  if (recipient === null) return 'They are read on this server and sent nowhere.';
  const name = recipientInWords(recipient);
  return `They are sent to ${name}, except those marked never send to AI.`;
}

/** What the range needs so that an insight can say more. */
function needOf(days: number): string {
  if (days === 0) return 'Write a few lines first: there is nothing to read.';
  if (days < GROUP_DAYS_MIN) return `Patterns show once you have written on ${GROUP_DAYS_MIN} days.`;
  return `Weather and weekdays can be compared once you have at least ${GROUP_DAYS_MIN} days with a mood for each. More days show more.`;
}
