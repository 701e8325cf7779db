import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../components/forms/button';
import styles from './first-run.module.css';

export interface StepProps {
  headingId: string;
  /** Whether the step replaces another, whose focused button is gone. */
  takesFocus: boolean;
  /** Leads to the next step. */
  onDone: () => void;
}

interface StepFormProps extends StepProps {
  heading: string;
  intro: string;
  busy: boolean;
  /** Saves what was chosen. */
  onSubmit: () => void;
  children: ReactNode;
}

/** One step: its question, the fields, and the buttons to skip it and to continue. */
export function StepForm({ heading, intro, busy, onSubmit, children, ...step }: StepFormProps) {
  return (
    <form
      noValidate
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <StepHeading {...step}>{heading}</StepHeading>
      <p className={styles.intro}>{intro}</p>
      <div className={styles.fields}>{children}</div>
      <div className={styles.actions}>
        <Button variant="plain" onClick={step.onDone}>
          {t({ message: 'Skip', comment: 'Leaves a step of the first run without a change.' })}
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          <Trans>Continue</Trans>
        </Button>
      </div>
    </form>
  );
}

interface StepHeadingProps extends Pick<StepProps, 'headingId' | 'takesFocus'> {
  /** 1 where the step hides the page's own heading. */
  level?: 1 | 2;
  children: string;
}

/** A heading that takes the focus when its step replaces another. */
export function StepHeading({ headingId, takesFocus, level = 2, children }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <Heading id={headingId} ref={heading} tabIndex={-1} className={styles.heading}>
      {children}
    </Heading>
  );
}
