import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { GROUP_DAYS_MIN } from '@inner-weather/domain/statistics/mood-days';
import { claimedOnly } from '../../../../charts/differences';
import { GroupChart } from '../../../../charts/group-chart';
import { MoodOverTime } from '../../../../charts/mood-over-time';
import { inWeekOrder, useWeekStart } from '../../../../lib/dates/week-start';
import type { Insight } from '../../api/insight';
import { ComparePeriods } from '../compare-periods';
import styles from './insight-figures.module.css';

/** The charts of an insight, and its days beside others. Renders nothing if there are too few days for a mean. */
export function InsightFigures({ insight, userId }: { insight: Insight; userId: string }) {
  const weekStart = useWeekStart();
  const { details, startDate: from, endDate: to } = insight;
  if (!details || details.figures.days.length < GROUP_DAYS_MIN) return null;
  const { days, weekdays, skies } = details.figures;
  return (
    <section className={styles.figures} aria-labelledby="figures">
      <h2 id="figures" className={styles.title}>
        <Trans>What was counted</Trans>
      </h2>
      <div className={styles.charts}>
        <MoodOverTime statistics={{ from, to, days }} />
        <GroupChart title={t`Mood and weather`} kind="skies" groups={skies} />
        <GroupChart title={t`Mood and weekday`} kind="weekdays" groups={inWeekOrder(weekdays, weekStart)} />
      </div>
      <ComparePeriods from={from} to={to} userId={userId} />
      {/* The built-in letter ends with it. */}
      {insight.provider !== 'local' && <p>{claimedOnly()}</p>}
    </section>
  );
}
