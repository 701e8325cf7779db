import { t } from '@lingui/core/macro';
import { scaleLinear } from '@visx/scale';
import { Circle, LinePath } from '@visx/shape';
import { useMemo } from 'react';
import { ChartFrame } from '../../../../charts/chart-frame';
import type { Statistics } from '../../../../charts/get-statistics';
import { colourOfMean } from '../../../../charts/mood-colours';
import { ticksOf } from '../../../../charts/mood-over-time';
import chart from '../../../../charts/mood-over-time.module.css';
import { pointsOf } from '../../../../charts/moving-mean';
import { inWords } from '../../../../charts/score-in-words';
import { useWidth } from '../../../../charts/use-width';
import { dayAndYear } from '../../../../lib/dates/calendar';
import { isRightToLeft } from '../../../../lib/language/language';
import type { MeasuredRange } from '../../../../lib/measures/measured';
import type { Measure } from '../../../../lib/measures/measures';
import { belowInWords } from '../../../../lib/measures/bounds-in-words';
import { valueInWords } from '../../../../lib/measures/value-in-words';
import styles from './measures-together.module.css';

const BAND = 110;
const GAP = 34;
/** The names of values stand at the side where reading starts. */
const MARGIN = { top: 10, bottom: 28, start: 72, end: 8 };
/** Above the line that a name belongs to, in pixels. */
const RAISED = 4;
const HEIGHT = MARGIN.top + BAND + GAP + BAND + MARGIN.bottom;

interface MeasureOverTimeProps {
  measure: Measure;
  statistics: Pick<Statistics, 'from' | 'to' | 'days'>;
  values: MeasuredRange['measures'][number];
  /** Days below this value are told apart. */
  cut: number | null;
}

/** The mood above and a measure below, on one axis of time: a dot for each day, and the days around it as a line. */
export function MeasureOverTime({ measure, statistics, values, cut }: MeasureOverTimeProps) {
  const [frame, width] = useWidth<HTMLDivElement>();
  const range = useMemo(() => {
    const known = [statistics.days[0]?.day, values.days[0]].filter((day) => day !== undefined).sort();
    return { ...statistics, from: known[0] ?? statistics.from };
  }, [statistics, values]);
  const moods = useMemo(() => pointsOf(range), [range]);
  const measured = useMemo(() => {
    const days = values.days.map((day, index) => ({ day, score: values.values[index] ?? null }));
    return pointsOf({ ...range, days });
  }, [range, values]);
  const isMirrored = isRightToLeft();
  const [start, end] = [MARGIN.start, width - MARGIN.end];
  const [left, right] = isMirrored ? [MARGIN.end, width - MARGIN.start] : [start, end];
  const x = scaleLinear<number>({
    domain: [0, Math.max(1, moods.length - 1)],
    range: isMirrored ? [right, left] : [left, right],
  });
  const y = scaleLinear<number>({ domain: [-2, 2], range: [MARGIN.top + BAND, MARGIN.top] });
  const known = values.values;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const bottom = HEIGHT - MARGIN.bottom;
  const yMeasured = scaleLinear<number>({
    domain: low === high ? [low - 1, high + 1] : [low, high],
    range: [bottom, bottom - BAND],
  });
  const lowest = valueInWords(measure, low);
  const highest = valueInWords(measure, high);
  const name = measure.name;
  /** Texts grow from here as the language reads. */
  const atStart = isMirrored ? width : 0;
  const below = cut === null ? undefined : belowInWords(measure, cut);
  return (
    <ChartFrame
      title={t`Mood and ${name} over time`}
      summary={t`The mood above, ${name} from ${lowest} to ${highest} below. The lines are means of the days around.`}
      columns={[t`Day`, name, t`Mood, from -2 to 2`]}
      rows={measured
        .filter(({ score }) => score !== null)
        .map(({ day, index, score }) => {
          const mood = moods[index]?.score ?? null;
          return [dayAndYear(day), valueInWords(measure, score ?? 0), mood === null ? '' : inWords(mood)];
        })}
    >
      <div ref={frame}>
        <svg className={chart.chart} width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`}>
          <line className={chart.even} x1={left} x2={right} y1={y(0)} y2={y(0)} />
          {[
            { words: t({ message: 'brighter', comment: 'Above the middle of the mood' }), at: y(2) },
            { words: t({ message: 'even', comment: 'The middle step of the mood' }), at: y(0) },
            { words: t({ message: 'heavier', comment: 'Below the middle of the mood' }), at: y(-2) },
            { words: highest, at: yMeasured(high) },
            ...(low === high ? [] : [{ words: lowest, at: yMeasured(low) }]),
          ].map(({ words, at }) => (
            <text key={at} className={chart.tick} x={atStart} y={at + RAISED}>
              {words}
            </text>
          ))}
          {moods.map(
            ({ index, score }) =>
              score !== null && (
                <Circle key={index} cx={x(index)} cy={y(score)} r={2.5} fill={colourOfMean(score)} />
              ),
          )}
          <LinePath
            className={chart.line}
            data={moods}
            x={({ index }) => x(index)}
            y={({ mean }) => y(mean ?? 0)}
            defined={({ mean }) => mean !== null}
          />
          {[...new Set([low, high])].map((value) => (
            <line
              key={value}
              className={chart.even}
              x1={left}
              x2={right}
              y1={yMeasured(value)}
              y2={yMeasured(value)}
            />
          ))}
          {measured.map(
            ({ index, score }) =>
              score !== null && (
                <Circle
                  key={index}
                  cx={x(index)}
                  cy={yMeasured(score)}
                  r={cut !== null && score < cut ? 3 : 2.5}
                  fill={cut !== null && score < cut ? 'var(--ink)' : 'var(--line-strong)'}
                />
              ),
          )}
          <LinePath
            className={chart.line}
            data={measured}
            x={({ index }) => x(index)}
            y={({ mean }) => yMeasured(mean ?? low)}
            defined={({ mean }) => mean !== null}
          />
          {ticksOf(moods, right - left).map(({ index, words }) => (
            <text key={index} className={chart.tick} x={x(index)} y={HEIGHT - 6} textAnchor="middle">
              {words}
            </text>
          ))}
        </svg>
        {below && (
          <p className={styles.key}>
            <i /> {below}
          </p>
        )}
      </div>
    </ChartFrame>
  );
}
