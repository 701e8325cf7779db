import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '../../../components/forms/button';
import { FromDevice } from '../../../components/page/from-device';
import { QueryError } from '../../../components/page/query-error';
import { Skeleton } from '../../../components/page/skeleton';
import { momentInWords, rangeInWords } from '../../../lib/dates/dates';
import type { Insight } from '../api/insight';
import type { useInsights } from '../api/list-insights';
import styles from './past-insights.module.css';
import { insightLabel } from './asking/range-label';

interface PastInsightsProps {
  list: ReturnType<typeof useInsights>;
  openId: string | undefined;
  onOpen: (id: string) => void;
}

export function PastInsights({ list, openId, onOpen }: PastInsightsProps) {
  const insights = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className={styles.past} aria-labelledby="past-insights">
      <h2 id="past-insights" className={styles.heading}>
        <Trans>Past insights</Trans>
      </h2>
      {list.data?.pages[0]?.fromDevice && (
        <FromDevice>
          <Trans>
            This is what this device keeps: the newest insights, and the texts that were opened here.
          </Trans>
        </FromDevice>
      )}
      <QueryError query={list} title={t`Your past insights could not be loaded.`} />
      {list.isPending && <Skeleton width="60%" height="1.25rem" />}
      {list.data && insights.length === 0 && (
        <p className={styles.empty}>
          <Trans>Your insights will be kept here, so you can read them again.</Trans>
        </p>
      )}
      <ol className={styles.list}>
        {insights.map((insight) => (
          <li key={insight.id}>
            <button
              type="button"
              className={styles.item}
              aria-current={insight.id === openId || undefined}
              onClick={() => onOpen(insight.id)}
            >
              <span className={styles.range}>
                {insight.title ? <bdi>{insight.title}</bdi> : insightLabel(insight)}
              </span>
              <span className={styles.days}>{rangeInWords(insight.startDate, insight.endDate)}</span>
              <span className={styles.state}>{stateOf(insight)}</span>
              <time dateTime={insight.createdAt}>{momentInWords(insight.createdAt)}</time>
            </button>
          </li>
        ))}
      </ol>
      {list.hasNextPage && (
        <Button
          className={styles.more}
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </section>
  );
}

function stateOf({ status, outdated, progress }: Insight): string {
  switch (status) {
    case 'queued':
    case 'running':
      return t({ message: 'In progress', comment: 'The state of an insight' });
    case 'failed':
      return t({ message: 'Failed', comment: 'The state of an insight' });
    case 'done':
      if (outdated) return t`Entries changed since`;
      return plural(progress.entries, { one: '# entry', other: '# entries' });
  }
}
