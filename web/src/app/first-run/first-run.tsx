import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import { useAbout } from '../../lib/account/about';
import type { SessionUser } from '../../lib/api/session';
import { cn } from '../../lib/cn';
import { FIRST_RUN_STEPS, goToStep, useFirstRunStep } from '../../lib/account/first-run';
import { CityStep } from './city-step';
import { DayStep } from './day-step';
import { FirstEntry } from './first-entry';
import styles from './first-run.module.css';
import type { StepProps } from './step-form';
import { WordsStep } from './words-step';

/**
 * What a new user can decide before the first entry, one step at a time. Each question can be skipped, and the journal
 * below them can be used all the time. The last step stands alone and leads to it.
 */
export function FirstRun({ user }: { user: SessionUser }) {
  const id = useId();
  const kept = useFirstRunStep(user.id);
  const about = useAbout();
  /** The step at which this page was opened, whose heading does not take the focus. */
  const [openedAt] = useState(kept);
  if (!kept || about.isPending) return null;

  const recipient = about.data?.insights.recipient;
  // Where no outside model is configured, there is nothing to decide about it.
  const steps = FIRST_RUN_STEPS.filter((step) => step !== 'words' || recipient);
  const step = steps.includes(kept) ? kept : 'entry';
  const at = steps.indexOf(step);
  const props: StepProps = {
    headingId: id,
    takesFocus: step !== openedAt,
    onDone: () => goToStep(user.id, steps[at + 1]),
  };
  return (
    <section className={cn(styles.panel, step === 'entry' && styles.alone)} aria-labelledby={id}>
      {/* The first entry is no step to count. */}
      <Where number={step === 'entry' ? undefined : at + 1} count={steps.length - 1} />
      {step === 'city' && <CityStep {...props} user={user} />}
      {step === 'day' && <DayStep {...props} />}
      {step === 'words' && recipient && <WordsStep {...props} recipient={recipient} />}
      {step === 'entry' && <FirstEntry {...props} user={user} />}
    </section>
  );
}

/** The number of the step. It stays while the steps change, so that screen readers announce the change. */
function Where({ number, count }: { number: number | undefined; count: number }) {
  return (
    <div className={styles.where}>
      {number !== undefined && (
        <div className={styles.bars} aria-hidden="true">
          {Array.from({ length: count }, (_, n) => (
            <i key={n} className={cn(n < number && styles.reached)} />
          ))}
        </div>
      )}
      <span role="status">{number !== undefined && t`Step ${number} of ${count}`}</span>
    </div>
  );
}
