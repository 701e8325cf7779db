import { newUuid7 } from '@inner-weather/contracts/uuid7';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { PageHead } from '../../../components/page-head';
import { useAbout } from '../../../lib/about';
import { toApiError } from '../../../lib/api-error';
import { useUser } from '../../../lib/session';
import { useFocusWhenClosed } from '../../../lib/use-focus-when-closed';
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
  const { id: openId } = useParams();
  const navigate = useNavigate();
  const user = useUser();
  /** The insight that was asked for or opened in this visit, and what was said of one that is gone. */
  const [chosen, setChosen] = useState<string>();
  const [said, setSaid] = useState('');
  const setOpenId = (id: string | undefined, replace = false) => {
    setChosen(id);
    setSaid('');
    void navigate(id === undefined ? '/insights' : `/insights/${id}`, { replace, preventScrollReset: true });
  };
  const past = useInsights();
  const request = useRequestInsight();
  const opened = useInsight(openId);
  const recipient = useAbout().data?.insights.recipient;
  const { data: aiConsent, refetch: askWhatIsAgreed } = useAiConsent(recipient);
  const agree = useSetAiConsent();
  const agreed = Boolean(recipient && aiConsent?.includes(recipient));
  /** The request that waits for the person's consent. */
  const [waiting, setWaiting] = useState<{ range: string | undefined }>();
  const getInsights = useFocusWhenClosed<HTMLButtonElement>(waiting !== undefined);
  const unanswered = useRef<{ range: string | undefined; key: string }>(undefined);

  // Somebody who comes back finds what is being written for them.
  const runningId = past.data?.pages[0]?.items.find(isUnderWay)?.id;
  const found = openId === undefined && !request.isPending && said === '' ? runningId : undefined;
  useEffect(() => {
    if (found) void navigate(`/insights/${found}`, { replace: true, preventScrollReset: true });
  }, [found, navigate]);

  const ask = async (range: string | undefined) => {
    if (request.isPending) return;
    setWaiting(undefined);
    // An attempt without an answer may have created a job, so the same request is sent again under the same key.
    const before = unanswered.current;
    const attempt = before && before.range === range ? before : { range, key: newUuid7() };
    unanswered.current = attempt;
    setSaid('');
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

  /** Nothing goes to an outside model before the person agrees. The server enforces that too. */
  const askOrExplain = (range: string | undefined) => {
    if (recipient && aiConsent && !agreed) {
      setWaiting({ range });
    } else void ask(range);
  };

  const agreeAndAsk = async (name: string, range: string | undefined) => {
    await agree.mutateAsync([...(aiConsent ?? []).filter((other) => other !== name), name]);
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
        We analyse your journal entries for patterns and summarise how you have felt, and how your mood, your
        words and the weather go together.
      </PageHead>
      <RangeForm
        busy={request.isPending || isUnderWay(opened.data?.insight)}
        error={request.error}
        onAsk={askOrExplain}
        submitRef={getInsights}
        userId={user?.id}
        recipient={recipient}
      />
      <p role="status">{said}</p>
      {recipient && aiConsent && agreed && !waiting && (
        <GivenConsent recipient={recipient} aiConsent={aiConsent} />
      )}
      {recipient && waiting && (
        <ConsentCard
          recipient={recipient}
          busy={agree.isPending}
          error={agree.error}
          // The error is in `agree.error`.
          onAgree={() => void agreeAndAsk(recipient, waiting.range).catch(() => undefined)}
          onDecline={() => setWaiting(undefined)}
        />
      )}
      <InsightView
        asking={request.isPending}
        opened={openId === undefined || waiting ? undefined : opened}
        takesFocus={openId !== undefined && openId === chosen}
        onAsk={askOrExplain}
        onGone={(words) => {
          setOpenId(undefined, true);
          setSaid(words);
          getInsights.current?.focus();
        }}
      />
      <PastInsights list={past} openId={openId} onOpen={open} />
    </div>
  );
}
