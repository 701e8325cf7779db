import type { ReactNode } from 'react';
import { countOf } from '../../../../lib/plural';
import type { Statistics } from '../../../../charts/get-statistics';
import type { Days } from '../../api/list-days';
import { faceOf } from '../../../../charts/mood-colours';
import styles from './figures.module.css';

/** Figures of the year, and of all years. Figures without meaning yet are left out. */
export function Figures({ days, whole }: { days: Days; whole: Statistics | undefined }) {
  const counts = new Map<string, number>();
  for (const day of days.days) {
    const mood = faceOf(day);
    if (mood) counts.set(mood, (counts.get(mood) ?? 0) + 1);
  }
  const [mood, times] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), ['', 0]);
  if (days.days.length === 0 && !(whole && whole.streaks.current > 1)) return null;
  return (
    <dl className={styles.figures}>
      {days.days.length > 0 && (
        <Figure value={days.days.length}>
          {days.days.length === 1 ? 'day' : 'days'} written in {days.year}
          {whole &&
            whole.daysWritten > days.days.length &&
            `, ${whole.daysWritten.toLocaleString('en')} in all`}
        </Figure>
      )}
      {whole && whole.streaks.current > 1 && (
        <Figure value={whole.streaks.current}>
          days in a row, one gap forgiven. The longest: {whole.streaks.longest}
        </Figure>
      )}
      {times > 0 && (
        <Figure value={mood}>
          most often in {days.year}, {countOf(times, 'day', 'days')}
        </Figure>
      )}
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
