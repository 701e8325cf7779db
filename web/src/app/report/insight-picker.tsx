import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '../../components/forms/button';
import { Checkbox } from '../../components/forms/choices/checkbox';
import { useInsights } from '../../features/insights/api/list-insights';
import { insightLabel } from '../../features/insights/components/asking/range-label';
import { rangeInWords } from '../../lib/dates/dates';
import { type Choices, toggled } from './choices';
import styles from './report.module.css';

interface InsightPickerProps {
  choices: Choices;
  change: (some: Partial<Choices>) => void;
}

/** The finished insights, of which none is on the paper until it is chosen. */
export function InsightPicker({ choices, change }: InsightPickerProps) {
  const list = useInsights();
  const insights =
    list.data?.pages.flatMap(({ items }) => items).filter(({ status }) => status === 'done') ?? [];
  if (insights.length === 0) return null;
  return (
    <details className={styles.tags}>
      <summary>{t`Insights`}</summary>
      {insights.map((insight) => {
        const days = rangeInWords(insight.startDate, insight.endDate);
        const label = insight.title || insightLabel(insight);
        return (
          <Checkbox
            key={insight.id}
            label={t({
              message: `${label}, ${days}`,
              comment: 'The range of an insight and its days: Last Week, 14–21 Nov 2026',
            })}
            checked={choices.insights.includes(insight.id)}
            onChange={() => change({ insights: toggled(choices.insights, insight.id) })}
          />
        );
      })}
      {list.hasNextPage && (
        <Button variant="plain" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </details>
  );
}
