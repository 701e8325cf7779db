import { MESSAGES } from '@inner-weather/contracts/messages';
import { Skeleton } from '../../../components/skeleton';
import { VisuallyHidden } from '../../../components/visually-hidden';
import { countOf } from '../../../lib/plural';
import type { Insight } from '../api/insight';
import styles from './insight-view.module.css';

type Step = Insight['progress']['step'];

const STEPS = ['queued', 'reading', 'writing'] as const;

/** What is going on, in words; `undefined` while the job is being asked for. */
export function InsightProgress({ insight }: { insight: Insight | undefined }) {
  const step: Step = insight?.progress.step ?? 'queued';
  const entries = insight?.progress.entries ?? 0;
  const at = step === 'finished' ? STEPS.length : STEPS.indexOf(step);
  return (
    <section className={styles.waiting} aria-busy="true" aria-label="Insights under way">
      <p className={styles.loading}>{MESSAGES.loadingInsights}</p>
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
    </section>
  );
}

function wordsOf(step: (typeof STEPS)[number], entries: number, now: boolean): string {
  switch (step) {
    case 'queued':
      return 'Queued';
    case 'reading':
      if (entries === 0) return now ? 'Reading your entries' : 'Reading';
      return now
        ? `Reading ${countOf(entries, 'entry', 'entries')}`
        : `${countOf(entries, 'entry', 'entries')} read`;
    case 'writing':
      return now ? 'Writing…' : 'Writing';
  }
}
