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
import type { MeasuredRange } from '../../../../lib/measures/last-values';
import type { Measure } from '../../../../lib/measures/measures';
import { valueInWords } from '../../../../lib/measures/value-in-words';

const BAND = 110;
const GAP = 22;
const MARGIN = { top: 10, bottom: 28, side: 8 };
const HEIGHT = MARGIN.top + BAND + GAP + BAND + MARGIN.bottom;

interface MeasureOverTimeProps {
  measure: Measure;
  statistics: Pick<Statistics, 'from' | 'to' | 'days'>;
  values: MeasuredRange['measures'][number];
}

/** The mood above and a measure below, on one axis of time: a dot for each day, and the days around it as a line. */
export function MeasureOverTime({ measure, statistics, values }: MeasureOverTimeProps) {
  const [frame, width] = useWidth<HTMLDivElement>();
  const moods = useMemo(() => pointsOf(statistics), [statistics]);
  const measured = useMemo(() => {
    const days = values.days.map((day, index) => ({ day, score: values.values[index] ?? null }));
    return pointsOf({ ...statistics, days });
  }, [statistics, values]);
  const [start, end] = [MARGIN.side, width - MARGIN.side];
  const x = scaleLinear<number>({
    domain: [0, Math.max(1, moods.length - 1)],
    range: isRightToLeft() ? [end, start] : [start, end],
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
          <line className={chart.even} x1={MARGIN.side} x2={width - MARGIN.side} y1={y(0)} y2={y(0)} />
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
          {[low, high].map((value) => (
            <line
              key={value}
              className={chart.even}
              x1={MARGIN.side}
              x2={width - MARGIN.side}
              y1={yMeasured(value)}
              y2={yMeasured(value)}
            />
          ))}
          {measured.map(
            ({ index, score }) =>
              score !== null && (
                <Circle key={index} cx={x(index)} cy={yMeasured(score)} r={2.5} fill="var(--muted)" />
              ),
          )}
          <LinePath
            className={chart.line}
            data={measured}
            x={({ index }) => x(index)}
            y={({ mean }) => yMeasured(mean ?? low)}
            defined={({ mean }) => mean !== null}
          />
          {ticksOf(moods, width).map(({ index, words }) => (
            <text key={index} className={chart.tick} x={x(index)} y={HEIGHT - 6} textAnchor="middle">
              {words}
            </text>
          ))}
        </svg>
      </div>
    </ChartFrame>
  );
}
