import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Dialog } from 'radix-ui';
import { Button } from '../../components/forms/button';
import { useInertPage } from '../../components/page/use-inert-page';
import { front } from '../../lib/api/front';
import styles from './front-line.module.css';

export interface FrontDialogProps {
  /** How many entries wait on this device. */
  waits: number;
  onClose: () => void;
  /** Called when the dialog has closed, to move the focus. */
  onClosed: () => void;
}

/** Explains what asks for a sign-in, and leads there. Without Radix's Overlay: see ConfirmDialog. */
export function FrontDialog({ waits, onClose, onClosed }: FrontDialogProps) {
  useInertPage(true);
  const { host } = window.location;
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <div className={styles.backdrop}>
          <Dialog.Content
            className={styles.card}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              onClosed();
            }}
          >
            <Dialog.Title className={styles.title}>
              <Trans>Something in front of the journal asks you to sign in</Trans>
            </Dialog.Title>
            <Dialog.Description className={styles.explanation}>
              <Trans>
                It is not the journal itself, and it does not want the journal’s password. The people who run
                the journal, or your network, have put it there.
              </Trans>
            </Dialog.Description>
            <ul className={styles.facts}>
              {waits > 0 && (
                <li>
                  <Glyph path="M4.500 10.500l3.500 3.500 7.500-8" />
                  <span>
                    {plural(waits, {
                      one: 'Your last entry is kept on this device. It is sent once you are back.',
                      other: 'Your last # entries are kept on this device. They are sent once you are back.',
                    })}
                  </span>
                </li>
              )}
              <li>
                <Glyph path="M11.500 3.500h5v13h-5M3.500 10h8.500M9 7l3 3-3 3" />
                <span>
                  <Trans>
                    Opens{' '}
                    <strong>
                      <bdi>{host}</bdi>
                    </strong>{' '}
                    in this window and returns here.
                  </Trans>
                </span>
              </li>
            </ul>
            <div className={styles.ways}>
              <Button variant="primary" onClick={front.signIn}>
                <Trans>Open the sign-in</Trans>
              </Button>
              <Dialog.Close asChild>
                <Button variant="plain" className={styles.later}>
                  <Trans>Later</Trans>
                </Button>
              </Dialog.Close>
            </div>
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Glyph({ path }: { path: string }) {
  return (
    <svg className={styles.glyph} viewBox="0 0 20 20" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
