import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { yearInDigits } from '../../../../lib/dates/calendar';
import { numberInWords } from '../../../../lib/language/formats';
import { moodInWords } from '../../../../lib/entry/moods';
import type { Statistics } from '../../../../charts/get-statistics';
import type { Days } from '../../api/list-days';
import { isCut } from '../../ranges';
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
        <Figure value={numberInWords(days.days.length)}>{daysWritten(days, whole)}</Figure>
      )}
      {whole && whole.streaks.current > 1 && (
        <Figure value={numberInWords(whole.streaks.current)}>
          {daysInARow(whole.streaks.current, whole.streaks.longest)}
        </Figure>
      )}
      {times > 0 && <Figure value={moodInWords(mood)}>{mostOften(times, days.year)}</Figure>}
    </dl>
  );
}

function daysWritten(of: Days, whole: Statistics | undefined): string {
  const days = of.days.length;
  const ofAll = whole?.daysWritten ?? 0;
  const [year, inAll] = [yearInDigits(of.year), numberInWords(ofAll)];
  if (ofAll <= days)
    return t({
      message: plural(days, { one: `day written in ${year}`, other: `days written in ${year}` }),
      comment: 'Below the number of days',
    });
  if (whole && isCut(of, whole))
    return t({
      message: plural(days, {
        one: `day written in ${year}, ${inAll} in the last ten years`,
        other: `days written in ${year}, ${inAll} in the last ten years`,
      }),
      comment: 'Below the number of days',
    });
  return t({
    message: plural(days, {
      one: `day written in ${year}, ${inAll} in all`,
      other: `days written in ${year}, ${inAll} in all`,
    }),
    comment: 'Below the number of days',
  });
}

function daysInARow(days: number, ofLongest: number): string {
  const longest = numberInWords(ofLongest);
  return t({
    message: plural(days, {
      one: `day in a row, one gap forgiven. The longest: ${longest}`,
      other: `days in a row, one gap forgiven. The longest: ${longest}`,
    }),
    comment: 'Below the number of days',
  });
}

function mostOften(days: number, ofYear: number): string {
  const year = yearInDigits(ofYear);
  return t({
    message: plural(days, {
      one: `most often in ${year}, # day`,
      other: `most often in ${year}, # days`,
    }),
    comment: 'Below the name of a mood',
  });
}

function Figure({ value, children }: { value: string; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt className={styles.words}>{children}</dt>
      <dd className={styles.value}>{value}</dd>
    </div>
  );
}
