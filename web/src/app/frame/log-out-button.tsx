import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/forms/button';
import type { ConfirmDialog } from '../../components/page/confirm-dialog';
import { useUser } from '../../lib/api/session';
import { useLogOut } from './use-log-out';

/** Asked if the module that knows better cannot be loaded. */
const unsavedQuestion = () => ({
  title: t`Log out without saving?`,
  text: t`What you have written and not saved yet will be deleted from this browser for good.`,
  confirmLabel: t`Log out and delete`,
});

/** Milliseconds until the button asks by itself: the module may never load, and the device may never answer. */
const PATIENCE_MS = 20_000;

/** What knows what a logout would lose. Loaded separately to keep the landing page small. */
const loadLosses = () => import('./log-out-losses');

const failAfter = (ms: number) =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error('No answer.')), ms));

/** Logs out. If unsaved words or unsent entries would be lost, or a deleted entry would stay, it asks first. */
export function LogOutButton({ onLeave }: { onLeave: () => void }) {
  const userId = useUser()?.id ?? '';
  const { logOut, busy } = useLogOut();
  const [isAsking, setIsAsking] = useState(false);
  const [question, setQuestion] = useState(unsavedQuestion);
  const [isLooking, setIsLooking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The dialog loads after sign-in. Until then, or if it cannot load, the browser's own dialog asks.
  const [Dialog, setDialog] = useState<typeof ConfirmDialog>();
  useEffect(() => {
    import('../../components/page/confirm-dialog').then(
      (module) => setDialog(() => module.ConfirmDialog),
      () => undefined,
    );
    loadLosses().catch(() => undefined);
  }, []);

  const leave = async () => {
    await logOut();
    onLeave();
  };
  const press = async () => {
    setIsLooking(true);
    const look = async () => {
      const { askBeforeLogOut } = await loadLosses();
      return askBeforeLogOut(userId);
    };
    const next = await Promise.race([look(), failAfter(PATIENCE_MS)]).catch(unsavedQuestion);
    setIsLooking(false);
    if (!next) return leave();
    setQuestion(next);
    if (Dialog) setIsAsking(true);
    else if (window.confirm(`${next.title}\n\n${next.text}`)) await leave();
  };

  return (
    <>
      <Button ref={button} busy={busy || isLooking} onClick={() => void press()}>
        <Trans>Logout</Trans>
      </Button>
      {Dialog && (
        <Dialog
          {...question}
          cancelLabel={t`Stay`}
          open={isAsking}
          busy={busy}
          onOpenChange={setIsAsking}
          onConfirm={() => void leave()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}
