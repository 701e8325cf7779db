import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { differenceOfPeriods } from '@inner-weather/domain/statistics/chance';
import { GROUP_DAYS_MIN } from '@inner-weather/domain/statistics/mood-days';
import { useId, useState } from 'react';
import { addDays, daysBetween } from '../../../lib/dates/calendar';
import { type Statistics, type StatisticsRange, useStatistics } from '../../../charts/get-statistics';
import { backgroundOf } from '../../../charts/mood-colours';
import { inWords } from '../../../charts/score-in-words';
import { Button } from '../../../components/forms/button';
import { QueryError } from '../../../components/page/query-error';
import { Skeleton } from '../../../components/page/skeleton';
import { rangeInWords } from '../../../lib/dates/dates';
import { locale } from '../../../lib/language/language';
import { moodInWords } from '../../../lib/entry/moods';
import styles from './compare-periods.module.css';

const OTHERS = ['before', 'year'] as const;

type Other = (typeof OTHERS)[number];

/** The insight's days beside as many other days, both with the statistics of today. */
export function ComparePeriods({ from, to, userId }: StatisticsRange & { userId: string }) {
  const id = useId();
  const [other, setOther] = useState<Other>('before');
  const current = useStatistics(userId, { from, to });
  const compared = useStatistics(userId, rangeOf(other, from, to));
  return (
    <section className={styles.compare} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        <Trans>Two periods side by side</Trans>
      </h3>
      <div className={styles.choice} role="group" aria-label={t`Compared with`}>
        {OTHERS.map((name) => (
          <Button key={name} aria-pressed={name === other} onClick={() => setOther(name)}>
            {name === 'before' ? t`The days before` : t`A year earlier`}
          </Button>
        ))}
      </div>
      <QueryError query={current.isError ? current : compared} title={t`Your days could not be counted.`} />
      {(current.isPending || compared.isPending) && <Skeleton width="100%" height="10rem" />}
      {current.data && compared.data && (
        <>
          <p role="status" className={styles.verdict}>
            {!compared.isPlaceholderData && verdictOf(current.data, compared.data)}
          </p>
          <div className={styles.pair}>
            <Period statistics={compared.data} />
            <Period statistics={current.data} />
          </div>
        </>
      )}
    </section>
  );
}

function Period({ statistics }: { statistics: Statistics }) {
  const { from, to, entries, daysWritten, moods, otherMoods } = statistics;
  const mean = meanOf(statistics);
  const score = mean === undefined ? undefined : inWords(mean);
  return (
    <section className={styles.period} aria-label={rangeInWords(from, to)}>
      <h4>{rangeInWords(from, to)}</h4>
      <p>
        {t`${plural(entries, { one: '# entry', other: '# entries' })} on ${plural(daysWritten, { one: '# day', other: '# days' })}`}
      </p>
      <p>{score === undefined ? t`Too few days for a mean mood` : t`Mean mood ${score}, from −2 to 2`}</p>
      <ul>
        {moods.map((one) => (
          <li key={one.mood}>
            <span>{moodInWords(one.mood)}</span>
            <span className={styles.track} aria-hidden="true">
              <span
                className={styles.bar}
                style={{
                  width: `${entries > 0 ? (100 * one.entries) / entries : 0}%`,
                  background: backgroundOf(one.mood),
                }}
              />
            </span>
            <span className={styles.count}>{one.entries.toLocaleString(locale())}</span>
          </li>
        ))}
        {otherMoods > 0 && (
          <li>
            <span>
              <Trans comment="The row of a chart: entries with another mood or with none">Other, none</Trans>
            </span>
            <span className={styles.track} aria-hidden="true" />
            <span className={styles.count}>{otherMoods.toLocaleString(locale())}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

/** As many days right before the current ones, or the same days a year earlier. */
function rangeOf(other: Other, from: string, to: string): StatisticsRange {
  const back = other === 'year' ? 364 : daysBetween(from, to) + 1;
  return { from: addDays(from, -back), to: addDays(to, -back) };
}

const scoresOf = ({ from, days }: Statistics) =>
  days.flatMap(({ day, score }) => (score === null ? [] : [{ day: daysBetween(from, day), score }]));

function meanOf(statistics: Statistics): number | undefined {
  const scores = scoresOf(statistics);
  if (scores.length < GROUP_DAYS_MIN) return undefined;
  return scores.reduce((sum, { score }) => sum + score, 0) / scores.length;
}

function verdictOf(current: Statistics, compared: Statistics): string {
  if (meanOf(current) === undefined || meanOf(compared) === undefined)
    return t`Too few days to compare, so far.`;
  switch (differenceOfPeriods(scoresOf(current), scoresOf(compared))) {
    case null:
      return t`There is no clear difference between the two.`;
    case 'brighter':
      return t`The later period was clearly brighter than the earlier one.`;
    case 'heavier':
      return t`The later period was clearly heavier than the earlier one.`;
  }
}
