import { useRef, useState } from 'react';
import { PageHead } from '../../../components/page-head';
import { uuid } from '../../../lib/uuid';
import { toApiError } from '../../../lib/api-error';
import { useInsight } from '../api/get-insight';
import { isUnderWay } from '../api/insight';
import { useInsights } from '../api/list-insights';
import { useRequestInsight } from '../api/request-insight';
import { InsightView } from './insight-view';
import styles from './insights-page.module.css';
import { PastInsights } from './past-insights';
import { RangeForm } from './range-form';

export function InsightsPage() {
  const [openId, setOpenId] = useState<string>();
  const past = useInsights();
  const request = useRequestInsight();
  const opened = useInsight(openId);
  const unanswered = useRef<{ range: string | undefined; key: string }>(undefined);

  // After a reload, a job that is still running is found again.
  const runningId = past.data?.pages[0]?.items.find(isUnderWay)?.id;
  if (runningId && openId === undefined && !request.isPending) setOpenId(runningId);

  const ask = async (range: string | undefined) => {
    if (request.isPending) return;
    // An attempt without an answer may have made a job: the same wish again goes out under the same key.
    const again = unanswered.current?.range === range ? unanswered.current : undefined;
    const attempt = again ?? { range, key: uuid() };
    unanswered.current = attempt;
    setOpenId(undefined);
    try {
      const { insight } = await request.mutateAsync({ range, idempotencyKey: attempt.key });
      unanswered.current = undefined;
      setOpenId(insight.id);
    } catch (error) {
      const { status } = toApiError(error);
      if (status >= 400 && status < 500) unanswered.current = undefined;
    }
  };

  const open = (id: string) => {
    request.reset();
    setOpenId(id);
  };

  return (
    <div className={styles.column}>
      <PageHead title="Data Insights">
        Your journal entries are read for patterns, and for a summary of how you have felt: what your mood,
        your words and the weather have to do with each other.
      </PageHead>
      <RangeForm
        busy={request.isPending || isUnderWay(opened.data?.insight)}
        error={request.error}
        onAsk={(range) => void ask(range)}
      />
      <InsightView
        asking={request.isPending}
        opened={openId === undefined ? undefined : opened}
        onAsk={(range) => void ask(range)}
      />
      <PastInsights list={past} openId={openId} onOpen={open} />
    </div>
  );
}
