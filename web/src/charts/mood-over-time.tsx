import { GROUP_DAYS_MIN } from '@inner-weather/domain/statistics/mood-days';
import { plural, t } from '@lingui/core/macro';
import { scaleLinear } from '@visx/scale';
import { Circle, LinePath } from '@visx/shape';
import { useMemo } from 'react';
import type { Statistics } from './get-statistics';
import { numberInWords } from '../lib/language/formats';
import { isRightToLeft } from '../lib/language/language';
import {
  dayAndMonth,
  dayAndYear,
  dayOfMonth,
  monthAndYear,
  monthOf,
  shortMonth,
  weekdayAndDay,
  yearInDigits,
  yearOf,
} from '../lib/dates/calendar';
import { colourOfMean } from './mood-colours';
import { extremesOf, pointsOf, windowOf, type Point } from './moving-mean';
import { inWords } from './score-in-words';
import { useWidth } from './use-width';
import { ChartFrame, type Fold } from './chart-frame';
import styles from './mood-over-time.module.css';
import { inSentences } from '../lib/language/sentences';

/** The longest range, in days, that the table lists by day. Longer ones are listed by month to stay readable. */
const DAILY_MAX = 62;

const HEIGHT = 190;
const MARGIN = { top: 10, bottom: 28, side: 8 };

interface MoodOverTimeProps {
  /** The days are in order. The range may begin and end on days without entries. */
  statistics: Pick<Statistics, 'from' | 'to' | 'days'>;
  fold?: Fold;
}

/** Each written day as a dot, and the mean of the days around it as a line that has gaps where nothing was written. */
export function MoodOverTime({ statistics, fold }: MoodOverTimeProps) {
  const points = useMemo(() => pointsOf(statistics), [statistics]);
  const [frame, width] = useWidth<HTMLDivElement>();
  // Time runs as the language reads.
  const [start, end] = [MARGIN.side, width - MARGIN.side];
  const x = scaleLinear<number>({
    domain: [0, Math.max(1, points.length - 1)],
    range: isRightToLeft() ? [end, start] : [start, end],
  });
  const y = scaleLinear<number>({ domain: [-2, 2], range: [HEIGHT - MARGIN.bottom, MARGIN.top] });
  const scoredPoints = points.filter((point) => point.score !== null);
  const table = points.length <= DAILY_MAX ? dailyTable(scoredPoints) : monthlyTable(scoredPoints);
  return (
    <ChartFrame
      title={t`Mood over time`}
      summary={summaryOf(points)}
      fold={fold}
      columns={table.columns}
      rows={table.rows}
    >
      <div ref={frame}>
        <svg className={styles.chart} width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`}>
          <line className={styles.even} x1={MARGIN.side} x2={width - MARGIN.side} y1={y(0)} y2={y(0)} />
          {scoredPoints.map(({ index, score }) => (
            <Circle
              key={index}
              cx={x(index)}
              cy={y(score ?? 0)}
              r={points.length > 740 ? 1.5 : 2.5}
              fill={colourOfMean(score ?? 0)}
            />
          ))}
          <LinePath
            className={styles.line}
            data={points}
            x={({ index }) => x(index)}
            y={({ mean }) => y(mean ?? 0)}
            defined={({ mean }) => mean !== null}
          />
          {ticksOf(points, width).map(({ index, words }) => (
            <text key={index} className={styles.tick} x={x(index)} y={HEIGHT - 6} textAnchor="middle">
              {words}
            </text>
          ))}
        </svg>
      </div>
    </ChartFrame>
  );
}

function summaryOf(points: Point[]): string {
  if (points.every(({ mean }) => mean === null)) return t`Too few days for a line, so far.`;
  const days = windowOf(points.length);
  const line = plural(days, {
    one: 'The line is a mean over # day, with gaps where too little was written.',
    other: 'The line is a mean over # days, with gaps where too little was written.',
  });
  const extremes = extremesOf(points);
  if (!extremes) return inSentences(t`No days stand out as highest or lowest.`, line);
  const dayName = (day: string) => (points.length > 366 ? dayAndYear(day) : weekdayAndDay(day));
  const [highest, lowest] = [dayName(extremes.highest), dayName(extremes.lowest)];
  const found = t({
    message: `Highest around ${highest}, lowest around ${lowest}.`,
    comment: 'The mood was highest around a day',
  });
  return inSentences(found, line);
}

interface Table {
  columns: string[];
  rows: (string | number)[][];
}

function dailyTable(written: Point[]): Table {
  return {
    columns: [t`Day`, t`Mood, from -2 to 2`, t`Mean of the days around it`],
    rows: written.map(({ day, score, mean }) => [
      dayAndYear(day),
      inWords(score ?? 0),
      mean === null ? t`too few days` : inWords(mean),
    ]),
  };
}

function monthlyTable(written: Point[]): Table {
  const months = new Map<string, number[]>();
  for (const { day, score } of written) {
    const name = monthAndYear(yearOf(day), monthOf(day));
    months.set(name, [...(months.get(name) ?? []), score ?? 0]);
  }
  return {
    columns: [t`Month`, t`Days with a mood`, t`Mean mood, from -2 to 2`],
    rows: [...months].map(([name, scores]) => [
      name,
      numberInWords(scores.length),
      scores.length < GROUP_DAYS_MIN
        ? t`too few days`
        : inWords(scores.reduce((sum, score) => sum + score, 0) / scores.length),
    ]),
  };
}

interface Tick {
  index: number;
  words: string;
}

/** Names of days, months or years, as many as fit. */
export function ticksOf(points: Point[], width: number): Tick[] {
  const all = points.flatMap(({ day, index }): Tick[] => {
    if (points.length <= DAILY_MAX) return [{ index, words: dayAndMonth(day) }];
    if (dayOfMonth(day) !== 1) return [];
    if (points.length <= 740) return [{ index, words: shortMonth(monthOf(day)) }];
    return monthOf(day) === 1 ? [{ index, words: yearInDigits(yearOf(day)) }] : [];
  });
  // The names of a language may be long: about 7 pixels a letter.
  const room = Math.max(52, ...all.map(({ words }) => 7 * words.length));
  const step = Math.ceil((all.length * room) / Math.max(1, width));
  const inside = all.filter(({ index }) => {
    const place = (index / Math.max(1, points.length - 1)) * width;
    return place > room / 2 - 4 && place < width - room / 2 + 4;
  });
  return inside.filter((_, index) => index % step === 0);
}
