import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { GROUP_DAYS_MIN } from '@inner-weather/domain/statistics/mood-days';
import { daysOfPeriod, type Period } from '@inner-weather/domain/time/periods';
import { isolate } from '../../../../lib/language/isolate';
import { type Statistics, useStatistics } from '../../../../charts/get-statistics';
import { rangeInWords } from '../../../../lib/dates/dates';
import { useToday } from '../../../../lib/dates/today';
import styles from './range-form.module.css';
import { inSentences } from '../../../../lib/language/sentences';

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
      {!range && (
        <p>
          <Trans>If you choose nothing, we analyse today.</Trans>
        </p>
      )}
      {data && !query.isPlaceholderData && (
        <p>
          {inSentences(
            contentsOf(data, rangeInWords(from, to)),
            data.entries > 0 && recipient !== undefined && readerOf(recipient),
            needOf(data.daysWritten),
          )}
        </p>
      )}
    </div>
  );
}

function contentsOf({ entries, daysWritten }: Statistics, range: string): string {
  if (entries === 0) return t`Nothing is written yet, ${range}.`;
  return t`${plural(entries, { one: '# entry', other: '# entries' })} on ${plural(daysWritten, { one: '# day', other: '# days' })}, ${range}.`;
}

function readerOf(recipient: string | null): string {
  if (recipient === null) return t`They are read on this server and sent nowhere.`;
  if (recipient === 'gemini') return t`They are sent to Google Gemini, except those marked never send to AI.`;
  const address = isolate(recipient);
  return t`They are sent to the language model at ${address}, except those marked never send to AI.`;
}

/** What the range needs so that an insight can say more. */
function needOf(days: number): string {
  const needed = GROUP_DAYS_MIN;
  if (days === 0) return t`Write a few lines first: there is nothing to read.`;
  if (days < needed) {
    return plural(needed, {
      one: 'Patterns show once you have written on # day.',
      other: 'Patterns show once you have written on # days.',
    });
  }
  return plural(needed, {
    one: 'Weather and weekdays can be compared once you have at least # day with a mood for each. More days show more.',
    other:
      'Weather and weekdays can be compared once you have at least # days with a mood for each. More days show more.',
  });
}
