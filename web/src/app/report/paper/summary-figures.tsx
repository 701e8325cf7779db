import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { Statistics } from '../../../charts/get-statistics';
import { inWords } from '../../../charts/score-in-words';
import { dayAndMonth, dayAndYear, yearOf } from '../../../lib/dates/calendar';
import { isolate } from '../../../lib/language/isolate';
import { beginningLarge, listInWords, numberInWords } from '../../../lib/language/formats';
import type { MeasuredRange } from '../../../lib/measures/measured';
import type { Measure } from '../../../lib/measures/measures';
import { valueInWords } from '../../../lib/measures/value-in-words';
import styles from '../report.module.css';
import { type Extreme, summaryOf } from '../summary';
import { inSentences } from '../../../lib/language/sentences';

interface SummaryFiguresProps {
  statistics: Statistics;
  /** What is on the paper beside the mood. */
  measures: readonly Measure[];
  measured: MeasuredRange | undefined;
}

/** What the range was like, in a few figures and sentences. */
export function SummaryFigures({ statistics, measures, measured }: SummaryFiguresProps) {
  const summary = summaryOf(statistics.days);
  const { bright = 0, heavy = 0 } = summary ?? {};
  const isOneYear = yearOf(statistics.from) === yearOf(statistics.to);
  const nameOf = isOneYear ? dayAndMonth : dayAndYear;
  const means = measures.flatMap((measure) => {
    const values = measured?.measures.find(({ _id }) => _id === measure._id)?.values ?? [];
    return values.length === 0 ? [] : [{ measure, mean: meanInWords(measure, values) }];
  });
  return (
    <div className={styles.summary}>
      <dl className={styles.figures}>
        {summary && (
          <>
            <Figure value={beginningLarge(stepInWords(summary.mean))}>{t`on the whole`}</Figure>
            <Figure value={numberInWords(bright)}>
              {plural(bright, { one: 'brighter day', other: 'brighter days' })}
            </Figure>
            <Figure value={numberInWords(heavy)}>
              {plural(heavy, { one: 'heavier day', other: 'heavier days' })}
            </Figure>
          </>
        )}
        {means.map(({ measure, mean }) => {
          const name = isolate(measure.name);
          return (
            <Figure key={measure._id} value={mean}>
              {measure.kind === 'yes-no'
                ? t({ message: `of days: ${name}`, comment: 'Below a percentage; a measure of yes or no' })
                : t({ message: `${name}, on average`, comment: 'Below a value such as 7h 30m; a measure' })}
            </Figure>
          );
        })}
      </dl>
      {summary ? (
        <p>
          {inSentences(
            spreadInWords(summary.mean, summary.low, summary.high),
            summary.brightest && brightestInWords(summary.brightest, nameOf),
            summary.heaviest && heaviestInWords(summary.heaviest, nameOf),
          )}
        </p>
      ) : (
        <p>{t`Too few days for a mean mood`}</p>
      )}
    </div>
  );
}

function Figure({ value, children }: { value: string; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{children}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function meanInWords(measure: Measure, values: readonly number[]): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (measure.kind === 'yes-no') return numberInWords(mean, { style: 'percent', maximumFractionDigits: 0 });
  // One digit more than the values have: a small dose stays what it is.
  const digits = Math.max(...values.map((value) => String(value).split('.')[1]?.length ?? 0)) + 1;
  return valueInWords(measure, Number(mean.toFixed(digits)));
}

/** A mood from -2 to 2 in a word. */
function stepInWords(score: number): string {
  if (score >= 1.25) return t({ message: 'bright', comment: 'A mood on average' });
  if (score >= 0.25) return t({ message: 'rather bright', comment: 'A mood on average' });
  if (score > -0.25) return t({ message: 'even', comment: 'The middle step of the mood' });
  if (score > -1.25) return t({ message: 'rather heavy', comment: 'A mood on average' });
  return t({ message: 'heavy', comment: 'A mood on average' });
}

function spreadInWords(ofAll: number, lowest: number, highest: number): string {
  const [mean, low, high] = [inWords(ofAll), inWords(lowest), inWords(highest)];
  return t`On a scale from −2 to 2, the mean mood was ${mean}, and half of the days were between ${low} and ${high}.`;
}

function brightestInWords({ named, others }: Extreme, nameOf: (day: string) => string): string {
  const days = listInWords(named.map(nameOf));
  if (others === 0) return t`The brightest: ${days}.`;
  return plural(others, {
    one: `The brightest: ${days}, and # more day.`,
    other: `The brightest: ${days}, and # more days.`,
  });
}

function heaviestInWords({ named, others }: Extreme, nameOf: (day: string) => string): string {
  const days = listInWords(named.map(nameOf));
  if (others === 0) return t`The heaviest: ${days}.`;
  return plural(others, {
    one: `The heaviest: ${days}, and # more day.`,
    other: `The heaviest: ${days}, and # more days.`,
  });
}
