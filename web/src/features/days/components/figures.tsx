import type { ReactNode } from 'react';
import { countOf } from '../../../lib/plural';
import type { Statistics } from '../../../charts/get-statistics';
import type { Days } from '../api/list-days';
import { faceOf } from '../../../charts/mood-colours';
import { namedDifference } from '../../../charts/differences';
import styles from './figures.module.css';

/** Numbers of the year, and of all years. */
export function Figures({ days, whole }: { days: Days; whole: Statistics | undefined }) {
  const counts = new Map<string, number>();
  for (const day of days.days) {
    const mood = faceOf(day);
    if (mood) counts.set(mood, (counts.get(mood) ?? 0) + 1);
  }
  const [mood, times] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), ['', 0]);
  const named = whole && namedDifference(whole);
  return (
    <dl className={styles.figures}>
      <Figure value={days.days.length}>
        {countOf(days.days.length, 'day', 'days').replace(/^\d+ /, '')} written in {days.year}
        {whole && whole.daysWritten > days.days.length && `, ${whole.daysWritten} in all`}
      </Figure>
      {whole && (
        <Figure value={whole.streaks.current}>
          {whole.streaks.current === 1 ? 'day' : 'days'} in a row, one gap forgiven. The longest:{' '}
          {whole.streaks.longest}
        </Figure>
      )}
      {times > 0 && (
        <Figure value={mood}>
          most often in {days.year}, {countOf(times, 'day', 'days')}
        </Figure>
      )}
      {named && <Figure value={named.what}>{named.differs} than chance would make them</Figure>}
    </dl>
  );
}

function Figure({ value, children }: { value: string | number; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt className={styles.words}>{children}</dt>
      <dd className={styles.value}>{value}</dd>
    </div>
  );
}
