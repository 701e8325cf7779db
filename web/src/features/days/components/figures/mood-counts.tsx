import { MoodFace } from '../../../../components/entries/mood-face';
import { countOf } from '../../../../lib/plural';
import type { Statistics } from '../../../../charts/get-statistics';
import { MOOD_COLOURS } from '../../../../charts/mood-colours';
import { ChartFrame } from '../../../../charts/chart-frame';
import styles from './mood-counts.module.css';

/** The number of days on which each mood was chosen. */
export function MoodCounts({ statistics }: { statistics: Statistics }) {
  const { moods, otherMoods } = statistics;
  const most = Math.max(1, ...moods.map(({ days }) => days));
  const firsts = moods.filter(({ days }) => days === most).map(({ mood }) => mood);
  const others =
    otherMoods > 0 ? ` ${countOf(otherMoods, 'entry has', 'entries have')} another mood, or none.` : '';
  return (
    <ChartFrame
      title="Moods, counted"
      fold="folded"
      summary={
        firsts.length > 0
          ? `Most chosen: ${firsts.join(' and ')}, on ${countOf(most, 'day', 'days')}.${others}`
          : `No mood was chosen yet.${others}`
      }
      columns={['Mood', 'Days', 'Entries']}
      rows={moods.map(({ mood, days, entries }) => [mood, days, entries])}
    >
      <ul className={styles.bars}>
        {moods.map(({ mood, days }) => (
          <li key={mood} className={styles.row}>
            <MoodFace mood={mood} size={22} />
            <span>{mood}</span>
            <svg className={styles.bar} width="100%" height="14">
              <rect width={`${(100 * days) / most}%`} height="14" rx="4" fill={MOOD_COLOURS[mood]} />
            </svg>
            <span className={styles.days}>{countOf(days, 'day', 'days')}</span>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
