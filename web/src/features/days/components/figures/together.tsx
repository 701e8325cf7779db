import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../../components/forms/button';
import { QueryError } from '../../../../components/page/query-error';
import { Skeleton } from '../../../../components/page/skeleton';
import type { SessionUser } from '../../../../lib/api/session';
import { type Statistics, type StatisticsRange, useStatistics } from '../../../../charts/get-statistics';
import { dayAndYear } from '../../../../lib/dates/calendar';
import { useMeasures } from '../../../../lib/measures/measures';
import { inWeekOrder, useWeekStart } from '../../../../lib/dates/week-start';
import { daysOfRange, isCut, rangeName, RANGES, type RangeName } from '../../ranges';
import { claimedOnly } from '../../../../charts/differences';
import type { GroupKind } from '../../../../charts/subjects';
import { GroupChart } from '../../../../charts/group-chart';
import { HowCounted } from './how-counted';
import { MoodCounts } from './mood-counts';
import { MoodOverTime } from '../../../../charts/mood-over-time';
import styles from './together.module.css';

const MeasuresTogether = lazy(() => import('../measures/measures-together'));

interface TogetherProps {
  user: SessionUser;
  firstDay: string | null;
  today: string;
}

/** The most charts that are open at first. The folded ones still show their sentence. */
const OPEN_MAX = 2;

const KINDS = ['weekdays', 'skies', 'cities', 'tags', 'hours'] as const satisfies readonly GroupKind[];

const findingsOf = (statistics: Statistics): GroupKind[] =>
  KINDS.filter((kind) => statistics[kind].some(({ differs }) => differs !== null)).slice(0, OPEN_MAX);

function daysWrittenIn(range: StatisticsRange, written: number): string {
  const [from, to] = [dayAndYear(range.from), dayAndYear(range.to)];
  return plural(written, {
    one: `${from} to ${to}: # written day.`,
    other: `${from} to ${to}: # written days.`,
  });
}

/** The charts of a range. */
export function Together({ user, firstDay, today }: TogetherProps) {
  const [range, setRange] = useState<RangeName>('year');
  const days = daysOfRange(range, firstDay, today);
  const query = useStatistics(user.id, days, { isEarlierEndShown: true });
  const statistics = query.data;
  const weekStart = useWeekStart();
  const hasMeasures = (useMeasures().data ?? []).length > 0;
  const open = statistics ? findingsOf(statistics) : [];
  const foldOf = (kind: GroupKind) => (open.includes(kind) ? 'open' : 'folded');
  return (
    <section className={styles.together} aria-labelledby="together">
      <h2 id="together" className={styles.title}>
        <Trans>What goes together</Trans>
      </h2>
      <div className={styles.ranges} role="group" aria-label={t`Range of the charts`}>
        {RANGES.map((name) => (
          <Button key={name} aria-pressed={name === range} onClick={() => setRange(name)}>
            {rangeName(name)}
          </Button>
        ))}
      </div>
      <p role="status" className={styles.said}>
        {statistics && !query.isPlaceholderData && (
          <>
            {daysWrittenIn(statistics, statistics.daysWritten)}
            {range === 'all' && isCut({ firstDay }, statistics) && ` ${t`Charts reach back ten years.`}`}
          </>
        )}
      </p>
      <QueryError query={query} title={t`Your moods could not be counted.`} />
      {query.isPending && <Skeleton width="100%" height="16rem" />}
      {statistics && (
        <div className={styles.charts} aria-busy={query.isPlaceholderData}>
          <MoodOverTime statistics={statistics} fold={open.length > 0 ? 'folded' : 'open'} />
          <MoodCounts statistics={statistics} />
          <GroupChart
            title={t`Mood and weekday`}
            kind="weekdays"
            fold={foldOf('weekdays')}
            groups={inWeekOrder(statistics.weekdays, weekStart)}
          />
          <GroupChart
            title={t`Mood and weather`}
            kind="skies"
            fold={foldOf('skies')}
            groups={statistics.skies}
          />
          <GroupChart
            title={t`Mood and hour`}
            kind="hours"
            fold={foldOf('hours')}
            groups={statistics.hours}
          />
          <GroupChart
            title={t`Mood and city`}
            kind="cities"
            fold={foldOf('cities')}
            groups={statistics.cities}
            others={statistics.otherCities}
          />
          {statistics.tags.length > 0 && (
            <GroupChart
              title={t`Mood and tag`}
              kind="tags"
              fold={foldOf('tags')}
              groups={statistics.tags}
              others={statistics.otherTags}
            />
          )}
        </div>
      )}
      <p className={styles.claimed}>{claimedOnly()}</p>
      <HowCounted />
      {statistics && hasMeasures && (
        <Suspense fallback={<Skeleton width="100%" height="16rem" />}>
          <MeasuresTogether userId={user.id} statistics={statistics} />
        </Suspense>
      )}
    </section>
  );
}
