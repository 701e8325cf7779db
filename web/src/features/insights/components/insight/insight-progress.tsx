import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { isolate } from '../../../../lib/language/isolate';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { Skeleton } from '../../../../components/page/skeleton';
import { VisuallyHidden } from '../../../../components/page/visually-hidden';
import { useAbout } from '../../../../lib/account/about';
import { messageOf } from '../../../../lib/api/api-error';
import type { components } from '../../../../lib/api/api-types.gen';
import { useDeleteInsight } from '../../api/change-insight';
import type { Insight } from '../../api/insight';
import styles from './insight-view.module.css';

type Step = Insight['progress']['step'];
type Writer = components['schemas']['InsightWriterDto'];

const STEPS = ['queued', 'reading', 'writing'] as const;

interface InsightProgressProps {
  insight: Insight | undefined;
  /** When the job was last polled, in milliseconds since 1970. */
  checkedAt?: number;
  onCancelled: () => void;
}

/** The progress in words, with a Cancel button. `insight` is undefined while the job is being requested. */
export function InsightProgress({ insight, checkedAt = 0, onCancelled }: InsightProgressProps) {
  const writer = useAbout().data?.insights;
  const step: Step = insight?.progress.step ?? 'queued';
  const entries = insight?.progress.entries ?? 0;
  const ago = insight && agoInWords(insight.createdAt, checkedAt);
  const at = step === 'finished' ? STEPS.length : STEPS.indexOf(step);
  return (
    <section className={styles.waiting} aria-busy="true" aria-label={t`Insights under way`}>
      <p className={styles.loading}>{t`Loading Data...`}</p>
      <p className={styles.does}>{activityOf(insight, writer)}</p>
      {ago && <p className={styles.does}>{ago}</p>}
      <p role="status">
        <VisuallyHidden>{wordsOf(step === 'finished' ? 'writing' : step, entries, true)}</VisuallyHidden>
      </p>
      <ol className={styles.steps} aria-hidden="true">
        {STEPS.map((name, index) => (
          <li
            key={name}
            className={index < at ? styles.past : undefined}
            aria-current={index === at ? 'step' : undefined}
          >
            {wordsOf(name, entries, index === at)}
          </li>
        ))}
      </ol>
      <div className={styles.lines} aria-hidden="true">
        <Skeleton width="38%" height="1.25rem" />
        <Skeleton width="94%" height="1rem" />
        <Skeleton width="82%" height="1rem" />
        <Skeleton width="55%" height="1rem" />
      </div>
      {insight && <CancelButton id={insight.id} onCancelled={onCancelled} />}
    </section>
  );
}

function CancelButton({ id, onCancelled }: { id: string; onCancelled: () => void }) {
  const cancel = useDeleteInsight();
  return (
    <div className={styles.cancel}>
      <Button busy={cancel.isPending} onClick={() => cancel.mutate(id, { onSuccess: onCancelled })}>
        <Trans>Cancel</Trans>
      </Button>
      {cancel.isError && (
        <Notice tone="error" title={t`It could not be cancelled.`}>
          {messageOf(cancel.error)}
        </Notice>
      )}
    </div>
  );
}

/** What happens while the user waits. */
function activityOf(insight: Insight | undefined, writer: Writer | undefined): string {
  if (!insight || insight.provider === 'local') {
    return t`Your entries of these days are read on this server, then moods, weather and words are counted. You can leave this page; it goes on.`;
  }
  if (insight.provider === 'openai' && writer?.recipient === null) {
    const model = isolate(writer.model);
    return t`Your entries of these days are read on this server, then ${model} writes about them. It is a language model in this server’s own network, and may take several minutes. You can leave this page; it goes on.`;
  }
  return t`Your entries of these days are read on this server, then a language model writes about them. You can leave this page; it goes on. What was sent before you cancel cannot be taken back.`;
}

/** '' in the first minute. */
function agoInWords(createdAt: string, checkedAt: number): string {
  const minutes = Math.floor((checkedAt - Date.parse(createdAt)) / 60_000);
  if (minutes < 1) return '';
  return plural(minutes, { one: 'Asked for # minute ago.', other: 'Asked for # minutes ago.' });
}

function wordsOf(step: (typeof STEPS)[number], entries: number, now: boolean): string {
  switch (step) {
    case 'queued':
      return t({ message: 'Queued', comment: 'The first step of an insight: it waits for its turn.' });
    case 'reading':
      if (entries === 0)
        return now
          ? t`Reading your entries`
          : t({ message: 'Reading', comment: 'The step of an insight in which entries are read.' });
      return now
        ? plural(entries, { one: 'Reading # entry', other: 'Reading # entries' })
        : plural(entries, { one: '# entry read', other: '# entries read' });
    case 'writing':
      return now
        ? t({ message: 'Writing…', comment: 'An insight is being written.' })
        : t({ message: 'Writing', comment: 'The step of an insight in which it is written.' });
  }
}
