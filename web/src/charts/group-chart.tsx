import { GROUP_DAYS_MIN } from '@inner-weather/domain/statistics/mood-days';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { scaleLinear } from '@visx/scale';
import type { ReactNode } from 'react';
import { WeatherGlyph } from '../components/entries/weather-glyph';
import { WEEKDAYS } from '@inner-weather/domain/statistics/weekdays';
import { weekdayInWords } from '../lib/dates/week-start';
import { beginningLarge, numberInWords } from '../lib/language/formats';
import { isRightToLeft } from '../lib/language/language';
import { kindInWords } from '../lib/weather/sky';
import type { MoodGroup } from './get-statistics';
import { daysInWords } from './days-in-words';
import { summaryOf } from './differences';
import { hourInWords, type GroupKind } from './subjects';
import { colourOfMean, MOOD_COLOURS } from './mood-colours';
import { inWords } from './score-in-words';
import { ChartFrame, type Fold } from './chart-frame';
import styles from './group-chart.module.css';
import { inSentences } from '../lib/language/sentences';

interface GroupChartProps {
  title: string;
  kind: GroupKind;
  groups: MoodGroup[];
  /** The number of groups that are not shown. */
  others?: number;
  fold?: Fold;
}

/** A bar for the mean mood of each group, before or after an even day, with the number of days and the spread. */
export function GroupChart({ title, kind, groups, others = 0, fold }: GroupChartProps) {
  const nameOf = (name: string) => groupInWords(kind, name);
  const summary = summaryOf(kind, groups);
  return (
    <ChartOf
      title={title}
      summary={inSentences(summary, others > 0 && othersInWords(kind, others))}
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
            <span className={styles.days}>{daysInWords(group.days)}</span>
          </li>
        ))}
        <li className={styles.row}>
          <span />
          <span className={styles.scale}>
            <span>{t({ message: 'heavier', context: 'end of a scale' })}</span>
            <span>{t({ message: 'brighter', context: 'end of a scale' })}</span>
          </span>
          <span />
        </li>
      </ul>
      <ul className={styles.legend}>
        <li>
          <Key>
            <rect y="3" width="18" height="8" rx="2" fill={MOOD_COLOURS.Happy} />
          </Key>
          <Trans>Mood on average</Trans>
        </li>
        <li>
          <Key>
            <line className={styles.spread} x2="18" y1="7" y2="7" />
          </Key>
          <Trans>The middle half of the days</Trans>
        </li>
        <li>
          <Key>
            <line className={styles.even} x1="9" x2="9" y2="14" />
          </Key>
          {t({ message: 'an even day', context: 'middle of a scale' })}
        </li>
      </ul>
    </ChartOf>
  );
}

const Key = ({ children }: { children: ReactNode }) => (
  <svg className={styles.bar} width="18" height="14">
    {children}
  </svg>
);

function groupInWords(kind: GroupKind, name: string): string {
  if (kind === 'hours') return hourInWords(name);
  if (kind === 'skies') return kindInWords(name);
  const weekday = kind === 'weekdays' ? WEEKDAYS.find((one) => one === name) : undefined;
  return weekday ? beginningLarge(weekdayInWords(weekday)) : name;
}

const othersInWords = (kind: GroupKind, others: number): string =>
  kind === 'tags'
    ? plural(others, { one: '# more tag is not shown.', other: '# more tags are not shown.' })
    : plural(others, { one: '# more city is not shown.', other: '# more cities are not shown.' });

function Bar({ group: { mean, low, high } }: { group: MoodGroup }) {
  if (mean === null || low === null || high === null) {
    return <span className={styles.few}>{tooFewDays()}</span>;
  }
  // Percent of the width. The scale runs as the language reads.
  const at = scaleLinear<number>({ domain: [-2, 2], range: isRightToLeft() ? [100, 0] : [0, 100] });
  const percent = (score: number) => `${at(score)}%`;
  const [left, right] = [Math.min(at(mean), at(0)), Math.max(at(mean), at(0))];
  return (
    <svg className={styles.bar} width="100%" height="22">
      <line className={styles.even} x1="50%" x2="50%" y1="0" y2="22" />
      <rect
        x={`${left}%`}
        width={`${Math.max(0.5, right - left)}%`}
        y="5"
        height="12"
        rx="3"
        fill={colourOfMean(mean)}
      />
      <line className={styles.spread} x1={percent(low)} x2={percent(high)} y1="11" y2="11" />
    </svg>
  );
}

const tooFewDays = (): string => t`too few days`;

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
      ? [nameOf(name), numberInWords(days), tooFewDays(), '']
      : [nameOf(name), numberInWords(days), inWords(mean), spanInWords(inWords(low), inWords(high))],
  );
  return (
    <ChartFrame
      title={title}
      summary={groups.length > 0 ? summary : nothingToShow(GROUP_DAYS_MIN)}
      fold={fold}
      columns={[t`Group`, t`Days`, t`Mean mood, from -2 to 2`, t`The middle half of the days`]}
      rows={rows}
    >
      {groups.length > 0 && children}
    </ChartFrame>
  );
}

const spanInWords = (low: string, high: string): string =>
  t({ message: `${low} to ${high}`, comment: 'Moods on a scale: −1.0 to 0.5' });

const nothingToShow = (days: number): string =>
  plural(days, {
    one: 'Nothing to show yet: it takes # day with a mood.',
    other: 'Nothing to show yet: it takes # days with a mood.',
  });
