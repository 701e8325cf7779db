import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { Button } from '../../components/forms/button';
import { useEntries } from '../../features/journal/api/search-entries';
import { NEW_TEXT_ID } from '../../features/journal/components/entries/entry-text';
import { firstSearch, scopeOf } from '../../features/journal/search';
import type { SessionUser } from '../../lib/api/session';
import { useToday } from '../../lib/dates/today';
import styles from './first-run.module.css';
import { SampleMonth } from './sample-month';
import { StepHeading, type StepProps } from './step-form';

/**
 * Leads to the first entry, with an example of what a month of them shows. The journal below is hidden until then, so that
 * there is one thing to do. It is gone once there is an entry.
 */
export function FirstEntry({ user, ...step }: StepProps & { user: SessionUser }) {
  const { onDone } = step;
  const today = useToday();
  const { data } = useEntries(scopeOf(user.email, firstSearch(today), today));
  const hasEntries = data?.pages.some(({ entries }) => entries.length > 0) === true;
  useEffect(() => {
    if (hasEntries) onDone();
  });
  return (
    <div className={styles.step}>
      <StepHeading {...step} level={1}>{t`A line is enough to begin`}</StepHeading>
      <p className={styles.intro}>
        <Trans>This is what a month of entries can look like.</Trans>
      </p>
      <SampleMonth />
      <p>
        <Link to="/import">
          <Trans>Bring your diary from another app</Trans>
        </Link>
      </p>
      <div className={styles.actions}>
        <Button
          variant="primary"
          onClick={() => {
            // The form is hidden until this step is gone, and what is hidden takes no focus.
            flushSync(onDone);
            document.getElementById(NEW_TEXT_ID)?.focus();
          }}
        >
          <Trans>Write your first entry</Trans>
        </Button>
      </div>
    </div>
  );
}
