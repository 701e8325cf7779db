import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { isolate } from '../../../../lib/language/isolate';
import { Button } from '../../../../components/forms/button';
import { HelpCard } from '../../../../components/entries/help-card';
import { Notice } from '../../../../components/page/notice';
import { Skeleton } from '../../../../components/page/skeleton';
import { momentInWords, rangeInWords } from '../../../../lib/dates/dates';
import { useUser } from '../../../../lib/api/session';
import { useNoteOpened } from '../../api/change-insight';
import type { Insight } from '../../api/insight';
import { InsightActions } from './insight-actions';
import styles from './insight-view.module.css';
import { Markdown } from './markdown';
import { Mentions } from './mentions';
import { insightLabel } from '../asking/range-label';

/** The charts and their library load after the text is shown. */
const InsightFigures = lazy(async () => ({ default: (await import('./insight-figures')).InsightFigures }));

interface InsightTextProps {
  insight: Insight;
  /** Whether the user has requested or opened it just now. The focus then moves to its heading. */
  takesFocus: boolean;
  onAsk: (range: string) => void;
  onDeleted: () => void;
}

/** A finished insight. If its text suggests self-harm, the help lines come first. */
export function InsightText({ insight, takesFocus, onAsk, onDeleted }: InsightTextProps) {
  const { details, title, range, text } = insight;
  const label = insightLabel(insight);
  const days = rangeInWords(insight.startDate, insight.endDate);
  const heading = useRef<HTMLHeadingElement>(null);
  const texts = useMemo(() => [text], [text]);
  const user = useUser();
  useNoteOpened(insight);
  useEffect(() => {
    // Do not interrupt a user who is typing. Screen readers announce the insight in any case.
    const isTyping = document.activeElement?.matches('textarea, input:not([type=radio])');
    if (takesFocus && !isTyping) heading.current?.focus();
  }, [takesFocus]);
  return (
    <>
      <article className={styles.card} aria-labelledby="insight">
        <div className={styles.head}>
          <h2 id="insight" ref={heading} tabIndex={-1}>
            {title ? <bdi>{title}</bdi> : label}
          </h2>
          <span>
            {title
              ? t({
                  message: `${label}, ${days}`,
                  comment: 'The range of an insight and its days: Last Week, 14–21 Nov 2026',
                })
              : days}
          </span>
        </div>
        <div className={styles.help}>
          <HelpCard texts={texts} voice="answer" found={details?.selfHarm} />
        </div>
        {insight.outdated && (
          <div className={styles.outdated}>
            <Notice
              tone="info"
              action={
                <Button variant="plain" onClick={() => onAsk(range)}>
                  <Trans>Write a new one</Trans>
                </Button>
              }
            >
              <Trans>Entries from these days have changed since this was written.</Trans>
            </Notice>
          </div>
        )}
        <div className={styles.text}>
          <Markdown text={text} cited={details?.cited.length} />
          {details && <Cited cited={details.cited} dropped={details.dropped} />}
          {details && <Mentions title={t`Days worth reading again`} mentions={details.notable} />}
        </div>
        <div className={styles.foot}>
          <span>{writerOf(insight)}</span>
          {insight.finishedAt && (
            <time dateTime={insight.finishedAt}>{momentInWords(insight.finishedAt)}</time>
          )}
        </div>
        <InsightActions insight={insight} onDeleted={onDeleted} />
      </article>
      {user && details && (
        <Suspense fallback={<Skeleton width="100%" height="20rem" />}>
          <InsightFigures insight={insight} userId={user.id} />
        </Suspense>
      )}
    </>
  );
}

function Cited({ cited, dropped }: Pick<NonNullable<Insight['details']>, 'cited' | 'dropped'>) {
  return (
    <>
      <Mentions title={t`The entries it refers to`} mentions={cited} numbered />
      {dropped > 0 && (
        <p className={styles.dropped}>
          {plural(dropped, {
            one: '# reference was left out: the model named entries that you do not have.',
            other: '# references were left out: the model named entries that you do not have.',
          })}
        </p>
      )}
    </>
  );
}

function writerOf({ provider, ...insight }: Insight): string {
  const model = isolate(insight.model);
  switch (provider) {
    case 'local':
      return t`Worked out on this server. Nothing was sent anywhere.`;
    case 'gemini':
      return model ? t`Written by Google Gemini (${model})` : t`Written by Google Gemini`;
    case 'openai':
      return model ? t`Written by ${model}` : t`Written by an OpenAI-compatible model`;
  }
}
