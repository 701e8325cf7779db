import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { NewLetter } from '../../../components/page/new-letter';
import { PageHead } from '../../../components/page/page-head';
import { PrintLinks } from '../../../components/page/print-links';
import { useAbout } from '../../../lib/account/about';
import { toApiError } from '../../../lib/api/api-error';
import { useOwnMoods } from '../../../lib/own-moods/own-moods';
import { useUser } from '../../../lib/api/session';
import { useFocusWhenClosed } from '../../../lib/use-focus-when-closed';
import { useAiConsent, useSetAiConsent } from '../api/ai-consent';
import { useInsight } from '../api/get-insight';
import { isUnderWay } from '../api/insight';
import { useInsights } from '../api/list-insights';
import { useRequestInsight } from '../api/request-insight';
import { ConsentCard } from './asking/consent-card';
import { GivenConsent } from './asking/given-consent';
import { MeasuresConsent } from './asking/measures-consent';
import { InsightView } from './insight/insight-view';
import styles from './insights-page.module.css';
import { PastInsights } from './past-insights';
import { RangeForm } from './asking/range-form';

export function InsightsPage() {
  const { id: openId } = useParams();
  const navigate = useNavigate();
  const user = useUser();
  /** The insight that was requested or opened in this visit. */
  const [chosenId, setChosenId] = useState<string>();
  /** The message about an insight that was deleted or cancelled. */
  const [message, setMessage] = useState('');
  const setOpenId = (id: string | undefined, replace = false) => {
    setChosenId(id);
    setMessage('');
    void navigate(id === undefined ? '/insights' : `/insights/${id}`, { replace, preventScrollReset: true });
  };
  useOwnMoods();
  const past = useInsights();
  const request = useRequestInsight();
  const openInsight = useInsight(openId);
  const recipient = useAbout().data?.insights.recipient;
  const { data: consent, refetch: refetchConsent } = useAiConsent(recipient);
  const aiConsent = consent?.aiConsent;
  const agree = useSetAiConsent();
  const hasAgreed = Boolean(recipient && aiConsent?.includes(recipient));
  /** The request that waits for the user's consent. */
  const [pendingRequest, setPendingRequest] = useState<{ range: string | undefined }>();
  const getInsights = useFocusWhenClosed<HTMLButtonElement>(pendingRequest !== undefined);
  const lastAttempt = useRef<{ range: string | undefined; key: string }>(undefined);
  /** Whether an answer that comes now is still wanted here: not if the page was left, or another insight opened. */
  const isAwaited = useRef(false);
  /** Whether the person has changed their mind while the consent is being saved. */
  const isDeclined = useRef(false);
  useEffect(() => () => void (isAwaited.current = false), []);

  // A user who comes back sees the insight that is being written for them.
  const runningId = past.data?.pages[0]?.items.find(isUnderWay)?.id;
  const resumedId = openId === undefined && !request.isPending && message === '' ? runningId : undefined;
  useEffect(() => {
    if (resumedId) void navigate(`/insights/${resumedId}`, { replace: true, preventScrollReset: true });
  }, [resumedId, navigate]);

  const ask = async (range: string | undefined) => {
    if (request.isPending) return;
    setPendingRequest(undefined);
    // An attempt without an answer may have created a job, so the same request is sent again under the same key.
    const previous = lastAttempt.current;
    const attempt = previous && previous.range === range ? previous : { range, key: newUuid7() };
    lastAttempt.current = attempt;
    setMessage('');
    isAwaited.current = true;
    try {
      const { insight } = await request.mutateAsync({ range, idempotencyKey: attempt.key });
      lastAttempt.current = undefined;
      if (isAwaited.current) setOpenId(insight.id);
    } catch (error) {
      const { status, code } = toApiError(error);
      if (status >= 400 && status < 500) lastAttempt.current = undefined;
      if (code !== 'consent_required') return;
      setPendingRequest({ range });
      request.reset();
      void refetchConsent();
    }
  };

  /** Nothing goes to an outside model before the user agrees. The server enforces that too. */
  const askOrExplain = (range: string | undefined) => {
    if (recipient && aiConsent && !hasAgreed) {
      setPendingRequest({ range });
    } else void ask(range);
  };

  const agreeAndAsk = async (name: string, range: string | undefined) => {
    const others = (aiConsent ?? []).filter((other) => other !== name);
    isDeclined.current = false;
    await agree.mutateAsync({ aiConsent: [...others, name] });
    if (!isDeclined.current) await ask(range);
  };

  const decline = () => {
    isDeclined.current = true;
    setPendingRequest(undefined);
  };

  const open = (id: string) => {
    isAwaited.current = false;
    request.reset();
    decline();
    setOpenId(id);
  };

  return (
    <div className={styles.column}>
      <PageHead title={t`Data Insights`}>
        <Trans>
          We analyse your journal entries for patterns and summarise how you have felt, and how your mood,
          your words and the weather go together.
        </Trans>
      </PageHead>
      <NewLetter openId={openId} />
      <RangeForm
        busy={request.isPending || isUnderWay(openInsight.data?.insight)}
        error={request.error}
        onAsk={askOrExplain}
        submitRef={getInsights}
        userId={user?.id}
        recipient={recipient}
      />
      <p role="status">{message}</p>
      {recipient && consent && hasAgreed && !pendingRequest && (
        <>
          <GivenConsent recipient={recipient} aiConsent={consent.aiConsent} />
          <MeasuresConsent measuresToAi={consent.measuresToAi} />
        </>
      )}
      {recipient && pendingRequest && (
        <ConsentCard
          recipient={recipient}
          busy={agree.isPending}
          error={agree.error}
          // The error is in `agree.error`.
          onAgree={() => void agreeAndAsk(recipient, pendingRequest.range).catch(() => undefined)}
          onDecline={decline}
        />
      )}
      <InsightView
        isAsking={request.isPending}
        query={openId === undefined || pendingRequest ? undefined : openInsight}
        takesFocus={openId !== undefined && openId === chosenId}
        onAsk={askOrExplain}
        onGone={(words) => {
          setOpenId(undefined, true);
          setMessage(words);
          getInsights.current?.focus();
        }}
      />
      <PastInsights list={past} openId={openId} onOpen={open} />
      <PrintLinks />
    </div>
  );
}
