import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '../../../components/button';
import { Notice } from '../../../components/notice';
import { messageOf } from '../../../lib/api-error';
import { isSlow } from '../api/get-insight';
import { isUnderWay, type WatchedInsight } from '../api/insight';
import { InsightProgress } from './insight-progress';
import { InsightText } from './insight-text';
import styles from './insight-view.module.css';

interface InsightViewProps {
  asking: boolean;
  opened: UseQueryResult<WatchedInsight> | undefined;
  onAsk: (range: string) => void;
}

/** Where an insight is waited for, and then read. It always ends: in the text, in a reason, or in a question to go on. */
export function InsightView({ asking, opened, onAsk }: InsightViewProps) {
  if (asking) return <InsightProgress insight={undefined} />;
  if (!opened) return null;
  const insight = opened.data?.insight;
  const lookAgain = (
    <Button variant="plain" busy={opened.isFetching} onClick={() => void opened.refetch()}>
      Look again
    </Button>
  );

  if (opened.isError && (!insight || isUnderWay(insight))) {
    return (
      <div className={styles.view}>
        <Notice tone="error" title="Your insights could not be fetched." action={lookAgain}>
          {messageOf(opened.error)}
        </Notice>
      </div>
    );
  }
  if (!insight) return <InsightProgress insight={undefined} />;
  if (isSlow(opened.data)) {
    return (
      <div className={styles.view}>
        <Notice tone="info" title="This takes longer than it should." action={lookAgain}>
          It goes on in the background, and will be in the list below when it is done.
        </Notice>
      </div>
    );
  }
  if (isUnderWay(insight)) return <InsightProgress insight={insight} />;
  if (insight.status === 'failed') {
    return (
      <div className={styles.view}>
        <Notice
          tone="error"
          title="Your insights could not be written."
          action={
            <Button variant="plain" onClick={() => onAsk(insight.range)}>
              Try again
            </Button>
          }
        >
          {insight.error?.msg ?? 'The reason is not known.'}
        </Notice>
      </div>
    );
  }
  return <InsightText insight={insight} onAsk={onAsk} />;
}
