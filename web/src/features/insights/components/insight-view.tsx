import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button';
import { Notice } from '../../../components/notice';
import { VisuallyHidden } from '../../../components/visually-hidden';
import { messageOf } from '../../../lib/api-error';
import { isSlow } from '../api/get-insight';
import { isUnderWay, type WatchedInsight } from '../api/insight';
import { InsightProgress } from './insight-progress';
import { InsightText } from './insight-text';
import { rangeLabel } from './range-label';
import styles from './insight-view.module.css';

interface InsightViewProps {
  asking: boolean;
  opened: UseQueryResult<WatchedInsight> | undefined;
  /** Whether the insight was asked for or opened in this visit. */
  takesFocus: boolean;
  onAsk: (range: string) => void;
  /** It was deleted, or cancelled while it was written. */
  onGone: (words: string) => void;
}

/** Shows an insight while it is written and afterwards. Screen readers announce it to whoever waited for it. */
export function InsightView(props: InsightViewProps) {
  const { asking, opened } = props;
  const insight = asking ? undefined : opened?.data?.insight;
  const waiting = asking || isUnderWay(insight);
  const [waited, setWaited] = useState(waiting);
  if (waiting && !waited) setWaited(true);
  const ready = waited && insight?.status === 'done';
  return (
    <>
      <p role="status">
        {ready && <VisuallyHidden>Your insights are ready: {rangeLabel(insight.range)}.</VisuallyHidden>}
      </p>
      <Shown {...props} takesFocus={props.takesFocus || waited} />
    </>
  );
}

/** Always ends in one of three: the text, a reason, or a button to look again. */
function Shown({ asking, opened, takesFocus, onAsk, onGone }: InsightViewProps) {
  const onCancelled = () => onGone('Cancelled.');
  if (asking) return <InsightProgress insight={undefined} onCancelled={onCancelled} />;
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
        <Notice tone="error" title="Your insights could not be loaded." action={lookAgain}>
          {messageOf(opened.error)}
        </Notice>
      </div>
    );
  }
  if (!insight) return <InsightProgress insight={undefined} onCancelled={onCancelled} />;
  if (isSlow(opened.data)) {
    return (
      <div className={styles.view}>
        <Notice tone="info" title="This is taking longer than it should." action={lookAgain}>
          It carries on in the background. You will find it in the list below when it is done.
        </Notice>
      </div>
    );
  }
  if (isUnderWay(insight)) {
    return <InsightProgress insight={insight} checkedAt={opened.data?.checkedAt} onCancelled={onCancelled} />;
  }
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
  return (
    <InsightText
      key={insight.id}
      insight={insight}
      takesFocus={takesFocus}
      onAsk={onAsk}
      onDeleted={() => onGone('The insight is deleted.')}
    />
  );
}
