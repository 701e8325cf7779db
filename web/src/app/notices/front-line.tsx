import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useRef, useState, type ComponentType } from 'react';
import { Button } from '../../components/forms/button';
import { front } from '../../lib/api/front';
import { loadMessages } from '../../lib/language/language';
import type { FrontDialogProps } from './front-dialog';
import styles from './front-line.module.css';

/** If it cannot be loaded, the button leads to the sign-in at once. */
const FrontDialog = lazy<ComponentType<FrontDialogProps>>(() =>
  Promise.all([import('./front-dialog'), loadMessages('shared')]).then(
    ([module]) => ({ default: module.FrontDialog }),
    () => ({ default: SignInAtOnce }),
  ),
);

interface FrontLineProps {
  isShown: boolean;
  /** How many entries wait on this device. */
  waits?: number;
}

/** Says that something in front of the journal wants a sign-in, and explains it before it leads there. */
export function FrontLine({ isShown, waits = 0 }: FrontLineProps) {
  const [isOpen, setIsOpen] = useState(false);
  const line = useRef<HTMLDivElement>(null);
  return (
    <div ref={line} className={styles.line} tabIndex={-1}>
      {/* Always there, since screen readers announce only what changes inside. */}
      <p role="status" className={styles.text}>
        {isShown && (
          <>
            <Trans>Something in front of the journal asks you to sign in.</Trans>{' '}
            {waits > 0 && (
              <span className={styles.waits}>
                {plural(waits, { one: '# entry waits.', other: '# entries wait.' })}
              </span>
            )}
          </>
        )}
      </p>
      {isShown && (
        <Button className={styles.button} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <Trans context="front">Sign in</Trans>
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <FrontDialog
            waits={waits}
            onClose={() => setIsOpen(false)}
            onClosed={() => (line.current?.querySelector('button') ?? line.current)?.focus()}
          />
        </Suspense>
      )}
    </div>
  );
}

function SignInAtOnce({ onClose }: FrontDialogProps) {
  useEffect(() => {
    onClose();
    front.signIn();
  }, [onClose]);
  return null;
}
