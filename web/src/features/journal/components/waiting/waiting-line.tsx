import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { MENTIONED_AFTER_MS } from '../../../../components/entries/waits-mark';
import { Button } from '../../../../components/forms/button';
import { frontStore } from '../../../../lib/api/front';
import { useWaiting } from '../../../../lib/outbox/waiting';
import { useStore } from '../../../../lib/store';
import { useSettled } from '../../../../lib/use-settled';
import { countWaiting } from '../../waiting';
import { useForgottenSoon } from './use-forgotten-soon';
import { WaitingDialog } from './waiting-dialog';
import styles from './waiting.module.css';

/** Says how many entries wait to be sent, and opens the list of them. Shows nothing if none does. */
export function WaitingLine() {
  const waiting = useWaiting();
  const settled = useSettled(waiting, MENTIONED_AFTER_MS);
  const [isOpen, setIsOpen] = useState(false);
  const line = useRef<HTMLDivElement>(null);
  const isBehindFront = useStore(frontStore);
  const keepingPlace = useForgottenSoon(settled);
  const count = countWaiting(waiting.length === 0 ? waiting : settled);
  const { needsYou } = count;
  // What waits for a sign-in is counted by the line that asks for it.
  const waits = isBehindFront ? 0 : count.waits;
  const isShown = waits + needsYou > 0;
  return (
    <div ref={line} className={styles.line} tabIndex={-1}>
      {/* Always there, since screen readers announce only what changes inside. */}
      <p role="status" className={styles.state}>
        {waits > 0 && (
          <span>
            {plural(waits, {
              one: '# entry waits for a connection',
              other: '# entries wait for a connection',
            })}
          </span>
        )}
        {needsYou > 0 && (
          <span className={styles.needsYou}>
            {plural(needsYou, { one: '# needs your attention', other: '# need your attention' })}
          </span>
        )}
        {isShown && keepingPlace === 'home-screen' && (
          <span>
            <Trans>
              This browser forgets it after seven days without a visit. Add the journal to the home screen,
              and it stays.
            </Trans>
          </span>
        )}
        {isShown && keepingPlace === 'dock' && (
          <span>
            <Trans>
              This browser forgets it after seven days without a visit. Add the journal to the Dock, and it
              stays.
            </Trans>
          </span>
        )}
      </p>
      {isShown && (
        <Button
          variant="plain"
          aria-label={t`Show what waits on this device`}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          <Trans context="waiting">Show</Trans>
        </Button>
      )}
      <WaitingDialog
        waiting={waiting}
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onClosed={() => (line.current?.querySelector('button') ?? line.current)?.focus()}
      />
    </div>
  );
}
