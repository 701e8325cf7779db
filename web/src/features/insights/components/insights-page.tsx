import { useMemo, useRef, useState } from 'react';
import { HelpCard } from '../../../components/help-card';
import { PageHead } from '../../../components/page-head';
import { uuid } from '../../../lib/uuid';
import { useAbout } from '../../../lib/about';
import { toApiError } from '../../../lib/api-error';
import { useAiConsent, useSetAiConsent } from '../api/ai-consent';
import { useInsight } from '../api/get-insight';
import { isUnderWay } from '../api/insight';
import { useInsights } from '../api/list-insights';
import { useRequestInsight } from '../api/request-insight';
import { ConsentCard } from './consent-card';
import { GivenConsent } from './given-consent';
import { InsightView } from './insight-view';
import styles from './insights-page.module.css';
import { PastInsights } from './past-insights';
import { RangeForm } from './range-form';

export function InsightsPage() {
  const [openId, setOpenId] = useState<string>();
  const past = useInsights();
  const request = useRequestInsight();
  const opened = useInsight(openId);
  const recipient = useAbout().data?.insights.recipient;
  const { data: aiConsent, refetch: askWhatIsAgreed } = useAiConsent(recipient);
  const agree = useSetAiConsent();
  const agreed = Boolean(recipient && aiConsent?.includes(recipient));
  /** What waits for the person's consent. */
  const [waiting, setWaiting] = useState<{ range: string | undefined }>();
  const written = opened.data?.insight.text;
  const texts = useMemo(() => (written ? [written] : []), [written]);
  const unanswered = useRef<{ range: string | undefined; key: string }>(undefined);

  // After a reload, a job that is still running is found again.
  const runningId = past.data?.pages[0]?.items.find(isUnderWay)?.id;
  if (runningId && openId === undefined && !request.isPending) setOpenId(runningId);

  const ask = async (range: string | undefined) => {
    if (request.isPending) return;
    setWaiting(undefined);
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
      const { status, code } = toApiError(error);
      if (status >= 400 && status < 500) unanswered.current = undefined;
      if (code !== 'consent_required') return;
      setWaiting({ range });
      request.reset();
      void askWhatIsAgreed();
    }
  };

  /** Nothing goes to somebody outside before the person has said yes; the server holds that too. */
  const askOrExplain = (range: string | undefined) => {
    if (recipient && aiConsent && !agreed) {
      setOpenId(undefined);
      setWaiting({ range });
    } else void ask(range);
  };

  const agreeAndAsk = async (name: string, range: string | undefined) => {
    await agree.mutateAsync([...(aiConsent ?? []).filter((known) => known !== name), name]);
    await ask(range);
  };

  const open = (id: string) => {
    request.reset();
    setWaiting(undefined);
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
        onAsk={askOrExplain}
      />
      {recipient && aiConsent && agreed && !waiting && (
        <GivenConsent recipient={recipient} aiConsent={aiConsent} />
      )}
      {recipient && waiting && (
        <ConsentCard
          recipient={recipient}
          busy={agree.isPending}
          error={agree.error}
          // What goes wrong is in `agree.error`.
          onAgree={() => void agreeAndAsk(recipient, waiting.range).catch(() => undefined)}
          onDecline={() => setWaiting(undefined)}
        />
      )}
      <InsightView
        asking={request.isPending}
        opened={openId === undefined ? undefined : opened}
        onAsk={askOrExplain}
      />
      <HelpCard texts={texts} voice="answer" />
      <PastInsights list={past} openId={openId} onOpen={open} />
    </div>
  );
}
