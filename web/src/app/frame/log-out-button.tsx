import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/forms/button';
import { useUser } from '../../lib/api/session';
import type { ConfirmDialog, LogOutQuestion } from './log-out-losses';
import { useLogOut } from './use-log-out';

/** Milliseconds until the button asks by itself: the module may never load, and the device may never answer. */
const PATIENCE_MS = 20_000;

/** What knows what a logout would lose, and asks. Loaded separately to keep the landing page small. */
const loadLosses = () => import('./log-out-losses');

const failAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(reject, ms));

/** Asks in the browser's own dialog. */
const askPlainly = () =>
  window.confirm(
    `${t`Log out without saving?`}\n\n${t`What you have written and not saved yet will be deleted from this browser for good.`}`,
  );

/** Logs out. If unsaved words or unsent entries would be lost, or a deleted entry would stay, it asks first. */
export function LogOutButton({ onLeave }: { onLeave: () => void }) {
  const userId = useUser()?.id ?? '';
  const { logOut, busy } = useLogOut();
  const [isAsking, setIsAsking] = useState(false);
  const [asked, setAsked] = useState<{ question: LogOutQuestion; Dialog: typeof ConfirmDialog }>();
  const [isLooking, setIsLooking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // Now, since nothing may get through when it is needed.
  useEffect(() => void loadLosses().catch(() => undefined), []);

  const leave = async () => {
    await logOut();
    onLeave();
  };
  const press = async () => {
    setIsLooking(true);
    const look = async () => {
      const { askBeforeLogOut, ConfirmDialog: Dialog } = await loadLosses();
      const question = await askBeforeLogOut(userId);
      return question ? { question, Dialog } : true;
    };
    const answer = await Promise.race([look(), failAfter(PATIENCE_MS)]).catch(askPlainly);
    setIsLooking(false);
    if (answer === true) return leave();
    if (!answer) return;
    setAsked(answer);
    setIsAsking(true);
  };

  return (
    <>
      <Button ref={button} busy={busy || isLooking} onClick={() => void press()}>
        <Trans>Logout</Trans>
      </Button>
      {asked && (
        <asked.Dialog
          {...asked.question}
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
