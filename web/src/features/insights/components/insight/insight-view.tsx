import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { VisuallyHidden } from '../../../../components/page/visually-hidden';
import { textOfMessage } from '../../../../lib/api/api-error';
import { reasonOf } from '../../../../lib/api/unreachable';
import { isSlow } from '../../api/get-insight';
import { type Insight, isUnderWay, type WatchedInsight } from '../../api/insight';
import { InsightProgress } from './insight-progress';
import { InsightText } from './insight-text';
import { insightLabel } from '../asking/range-label';
import styles from './insight-view.module.css';

interface InsightViewProps {
  isAsking: boolean;
  query: UseQueryResult<WatchedInsight> | undefined;
  /** Whether the insight was requested or opened in this visit. */
  takesFocus: boolean;
  onAsk: (range: string) => void;
  /** Called after the insight was deleted or cancelled. */
  onGone: (words: string) => void;
}

/** Shows an insight while it is being written and afterwards. Screen readers announce it if the user waited for it. */
export function InsightView(props: InsightViewProps) {
  const { isAsking, query } = props;
  const insight = isAsking ? undefined : query?.data?.insight;
  const isWaiting = isAsking || isUnderWay(insight);
  const [hasWaited, setHasWaited] = useState(isWaiting);
  if (isWaiting && !hasWaited) setHasWaited(true);
  const isReady = hasWaited && insight?.status === 'done';
  const range = isReady ? insightLabel(insight) : '';
  return (
    <>
      <p role="status">
        {isReady && (
          <VisuallyHidden>
            <Trans>Your insights are ready: {range}.</Trans>
          </VisuallyHidden>
        )}
      </p>
      <CurrentState {...props} takesFocus={props.takesFocus || hasWaited} />
    </>
  );
}

/** Always ends with one of three: the text, the reason for a failure, or a button to look again. */
function CurrentState({ isAsking, query, takesFocus, onAsk, onGone }: InsightViewProps) {
  const onCancelled = () => onGone(t`Cancelled.`);
  if (isAsking) return <InsightProgress insight={undefined} onCancelled={onCancelled} />;
  if (!query) return null;
  const insight = query.data?.insight;
  const lookAgainButton = (
    <Button variant="plain" busy={query.isFetching} onClick={() => void query.refetch()}>
      <Trans>Check again</Trans>
    </Button>
  );

  if (query.isError && (!insight || isUnderWay(insight))) {
    return (
      <div className={styles.view}>
        <Notice tone="error" title={t`Your insights could not be loaded.`} action={lookAgainButton}>
          {reasonOf(query.error)}
        </Notice>
      </div>
    );
  }
  if (!insight) return <InsightProgress insight={undefined} onCancelled={onCancelled} />;
  if (isSlow(query.data)) {
    return (
      <div className={styles.view}>
        <Notice tone="info" title={t`This is taking longer than it should.`} action={lookAgainButton}>
          <Trans>It carries on in the background. You will find it in the list below when it is done.</Trans>
        </Notice>
      </div>
    );
  }
  if (isUnderWay(insight)) {
    return <InsightProgress insight={insight} checkedAt={query.data?.checkedAt} onCancelled={onCancelled} />;
  }
  if (insight.status === 'failed') {
    return (
      <div className={styles.view}>
        <Notice
          tone="error"
          title={t`Your insights could not be written.`}
          action={
            <Button variant="plain" onClick={() => onAsk(insight.range)}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {failureInWords(insight)}
        </Notice>
      </div>
    );
  }
  return (
    <InsightText
      key={insight.id}
      insight={insight}
      takesFocus={takesFocus}
      onAsk={onAsk}
      onDeleted={() => onGone(t`The insight is deleted.`)}
    />
  );
}

function failureInWords({ error }: Insight): string {
  if (!error) return t`The reason is not known.`;
  return textOfMessage(error.messageId ?? '', error.msg, error.params);
}
