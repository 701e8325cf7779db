import { plural, t } from '@lingui/core/macro';
import { MoodFace } from '../../../../components/entries/mood-face';
import { listInWords, numberInWords } from '../../../../lib/language/formats';
import { isRightToLeft } from '../../../../lib/language/language';
import { moodInWords } from '../../../../lib/entry/moods';
import type { Statistics } from '../../../../charts/get-statistics';
import { paintOf } from '../../../../charts/mood-colours';
import { ChartFrame } from '../../../../charts/chart-frame';
import { daysInWords } from '../../../../charts/days-in-words';
import styles from './mood-counts.module.css';
import { inSentences } from '../../../../lib/language/sentences';

interface MoodCountsProps {
  statistics: Statistics;
  isFoldable?: boolean;
}

/** The number of days on which each mood was chosen. */
export function MoodCounts({ statistics, isFoldable = true }: MoodCountsProps) {
  const { moods, otherMoods } = statistics;
  const most = Math.max(1, ...moods.map(({ days }) => days));
  const firsts = moods.filter(({ days }) => days === most).map(({ mood }) => moodInWords(mood));
  const summary = firsts.length > 0 ? mostChosen(firsts, most) : t`No mood was chosen yet.`;
  return (
    <ChartFrame
      title={t`Moods, counted`}
      fold={isFoldable ? 'folded' : undefined}
      summary={inSentences(summary, otherMoods > 0 && othersInWords(otherMoods))}
      columns={[t`Mood`, t`Days`, t`Entries`]}
      rows={moods.map(({ mood, days, entries }) => [
        moodInWords(mood),
        numberInWords(days),
        numberInWords(entries),
      ])}
    >
      <ul className={styles.bars}>
        {moods.map(({ mood, days }) => (
          <li key={mood} className={styles.row}>
            <MoodFace mood={mood} size={22} />
            <span>{moodInWords(mood)}</span>
            <svg className={styles.bar} width="100%" height="14">
              <rect
                x={isRightToLeft() ? `${100 - (100 * days) / most}%` : 0}
                width={`${(100 * days) / most}%`}
                height="14"
                rx="4"
                fill={paintOf(mood).colour}
              />
            </svg>
            <span className={styles.days}>{daysInWords(days)}</span>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}

function mostChosen(names: string[], days: number): string {
  const moods = listInWords(names);
  return plural(days, {
    one: `Most chosen: ${moods}, on # day.`,
    other: `Most chosen: ${moods}, on # days.`,
  });
}

const othersInWords = (entries: number): string =>
  plural(entries, {
    one: '# entry has another mood, or none.',
    other: '# entries have another mood, or none.',
  });
