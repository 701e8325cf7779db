import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { Button } from '../../../../components/forms/button';
import { useInertPage } from '../../../../components/page/use-inert-page';
import { cn } from '../../../../lib/cn';
import { editOutbox, sendNow } from '../../../../lib/outbox/outbox';
import type { Waiting } from '../../../../lib/outbox/changes';
import { listMissing, listWaiting, sendAllMissing } from '../../waiting';
import { WaitingConflict } from './waiting-conflict';
import { WaitingItem } from './waiting-item';
import styles from './waiting.module.css';

interface WaitingDialogProps {
  waiting: Waiting[];
  open: boolean;
  onClose: () => void;
  /** Called when the dialog has closed, to move the focus. */
  onClosed: () => void;
}

/** What waits on this device, and the decisions about what cannot be sent. Without Radix's Overlay: see ConfirmDialog. */
export function WaitingDialog({ waiting, open, onClose, onClosed }: WaitingDialogProps) {
  useInertPage(open);
  const listed = listWaiting(waiting);
  /** The change whose two versions are shown. If one comes first as the dialog opens, it is shown at once. */
  const [comparedId, setComparedId] = useState<string>();
  const [wasOpen, setWasOpen] = useState(false);
  if (open !== wasOpen) {
    setWasOpen(open);
    setComparedId(open ? listed[0]?.id : undefined);
  }
  const compared = listed.find((one) => one.id === comparedId && hasTwoVersions(one));
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Dialog.Portal>
        <div className={styles.backdrop}>
          <Dialog.Content
            className={cn(styles.card, compared && styles.wide)}
            // While an input method is composing, Escape cancels its suggestion. It closes only a photo that is full screen.
            onEscapeKeyDown={(event) => {
              if (event.isComposing || document.querySelector('.yarl__portal')) event.preventDefault();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              onClosed();
            }}
          >
            <div className={styles.head}>
              <Dialog.Title className={styles.title}>
                <Trans>Not sent yet</Trans>
              </Dialog.Title>
              <Dialog.Close asChild>
                <Button>
                  <Trans>Close</Trans>
                </Button>
              </Dialog.Close>
            </div>
            <Dialog.Description className={styles.intro}>{introOf(waiting)}</Dialog.Description>
            {compared ? (
              <WaitingConflict
                key={compared.id}
                one={compared}
                waiting={waiting}
                onLater={() => setComparedId(undefined)}
              />
            ) : (
              <>
                <SendMissing count={listMissing(waiting).length} />
                <ul className={styles.list}>
                  {listed.map((one) => (
                    <WaitingItem
                      key={one.id}
                      one={one}
                      waiting={waiting}
                      onCompare={() => setComparedId(one.id)}
                    />
                  ))}
                </ul>
                {waiting.some(({ problem }) => !problem) && <SendNow />}
              </>
            )}
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function introOf(waiting: readonly Waiting[]): string {
  if (waiting.length === 0) return t`All changes sent`;
  return waiting.some(({ problem }) => !problem)
    ? t`Kept on this device. Everything is sent by itself as soon as there is a connection.`
    : t`Kept on this device.`;
}

const hasTwoVersions = ({ problem, change }: Waiting): boolean =>
  problem?.kind === 'changed' && change.kind !== 'delete';

/** After a restoration, a decision about each of many entries would be too much to ask. */
function SendMissing({ count }: { count: number }) {
  if (count < 2) return null;
  return (
    <div className={styles.send}>
      <span>
        <Plural
          value={count}
          one="The server was restored from a backup and no longer has # entry of this device."
          other="The server was restored from a backup and no longer has # entries of this device."
        />
      </span>
      <Button variant="primary" onClick={() => void editOutbox(sendAllMissing).then(() => sendNow())}>
        <Trans>Send all of them again</Trans>
      </Button>
    </div>
  );
}

function SendNow() {
  const [busy, setBusy] = useState(false);
  const [hasTried, setHasTried] = useState(false);
  const send = async () => {
    setBusy(true);
    // What could not be sent is said beside the button.
    await sendNow().catch(() => undefined);
    setBusy(false);
    setHasTried(true);
  };
  return (
    <div className={styles.send}>
      <span role="status">{hasTried && !busy && t`Not everything could be sent yet.`}</span>
      <Button busy={busy} onClick={() => void send()}>
        <Trans>Send now</Trans>
      </Button>
    </div>
  );
}
