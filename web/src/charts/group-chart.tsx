import { GROUP_DAYS_MIN } from '@inner-weather/domain/statistics/mood-days';
import { scaleLinear } from '@visx/scale';
import type { ReactNode } from 'react';
import { WeatherGlyph } from '../components/entries/weather-glyph';
import { countOf } from '../lib/plural';
import { kindInWords } from '../lib/sky';
import type { MoodGroup } from './get-statistics';
import { summaryOf, type GroupKind } from './differences';
import { colourOfMean } from './mood-colours';
import { inWords } from './score-in-words';
import { ChartFrame, type Fold } from './chart-frame';
import styles from './group-chart.module.css';

interface GroupChartProps {
  title: string;
  kind: GroupKind;
  groups: MoodGroup[];
  /** The number of groups that are not shown. */
  others?: number;
  fold?: Fold;
}

/** Percent of the width. */
const at = scaleLinear<number>({ domain: [-2, 2], range: [0, 100] });
const percent = (score: number) => `${at(score)}%`;

/** A bar for the mean mood of each group, left or right of an even day, with the number of days and the spread. */
export function GroupChart({ title, kind, groups, others = 0, fold }: GroupChartProps) {
  const nameOf = (name: string) => {
    if (kind === 'hours') return `${name.padStart(2, '0')}:00`;
    return kind === 'skies' ? kindInWords(name) : name;
  };
  const more = others > 0 ? ` ${moreOf(kind, others)} not shown.` : '';
  return (
    <ChartOf
      title={title}
      summary={`${summaryOf(kind, groups)}${more}`}
      fold={fold}
      groups={groups}
      nameOf={nameOf}
    >
      <ul className={styles.bars}>
        {groups.map((group) => (
          <li key={group.name} className={styles.row}>
            <span className={styles.name}>
              {kind === 'skies' && <WeatherGlyph condition={group.name} size={16} />}
              <bdi>{nameOf(group.name)}</bdi>
            </span>
            <Bar group={group} />
            <span className={styles.days}>{countOf(group.days, 'day', 'days')}</span>
          </li>
        ))}
        <li className={styles.row}>
          <span />
          <span className={styles.scale}>
            <span>heavier</span>
            <span>an even day</span>
            <span>brighter</span>
          </span>
          <span />
        </li>
      </ul>
    </ChartOf>
  );
}

const moreOf = (kind: GroupKind, others: number): string =>
  kind === 'tags'
    ? countOf(others, 'more tag is', 'more tags are')
    : countOf(others, 'more city is', 'more cities are');

function Bar({ group: { mean, low, high } }: { group: MoodGroup }) {
  if (mean === null || low === null || high === null) {
    return <span className={styles.few}>too few days</span>;
  }
  const [left, right] = [Math.min(mean, 0), Math.max(mean, 0)];
  return (
    <svg className={styles.bar} width="100%" height="22">
      <line className={styles.even} x1="50%" x2="50%" y1="0" y2="22" />
      <rect
        x={percent(left)}
        width={`${Math.max(0.5, at(right) - at(left))}%`}
        y="5"
        height="12"
        rx="3"
        fill={colourOfMean(mean)}
      />
      <line className={styles.spread} x1={percent(low)} x2={percent(high)} y1="11" y2="11" />
    </svg>
  );
}

interface ChartOfProps {
  title: string;
  summary: string;
  fold?: Fold;
  groups: MoodGroup[];
  nameOf: (name: string) => string;
  children: ReactNode;
}

function ChartOf({ title, summary, fold, groups, nameOf, children }: ChartOfProps) {
  const rows = groups.map(({ name, days, mean, low, high }) =>
    mean === null || low === null || high === null
      ? [nameOf(name), days, 'too few days', '']
      : [nameOf(name), days, inWords(mean), `${inWords(low)} to ${inWords(high)}`],
  );
  return (
    <ChartFrame
      title={title}
      summary={
        groups.length > 0 ? summary : `Nothing to show yet: it takes ${GROUP_DAYS_MIN} days with a mood.`
      }
      fold={fold}
      columns={['Group', 'Days', 'Mean mood, from -2 to 2', 'The middle half of the days']}
      rows={rows}
    >
      {groups.length > 0 && children}
    </ChartFrame>
  );
}
