import { useEffect, useRef, useState } from 'react';
import { Button } from '../components/button';
import type { ConfirmDialog } from '../components/confirm-dialog';
import { useUser } from '../lib/session';
import { keepNow } from '../lib/unsaved';
import { useLogOut } from './use-log-out';

/** What a logout would cost, and what to say about it. */
const UNSAVED = {
  title: 'Log out without saving?',
  text: 'What you have written and not saved yet will be deleted from this browser for good.',
  confirmLabel: 'Log out and delete',
};
const UNDELETED = {
  title: 'Log out without deleting?',
  text: 'The server cannot be reached, so an entry that you deleted is still in your journal. If you log out now, it stays there.',
  confirmLabel: 'Log out',
};

/** Milliseconds to wait for deletions that could still be undone. */
const DELETING_MS = 5_000;

/** What knows of unsaved words and deleted entries. Not in the code of the landing page. */
const fetchKnowing = () =>
  Promise.all([import('../lib/drafts'), import('../features/journal/api/deletions')]);

/** What is lost by leaving now. Where nobody can say, it may be both. */
async function lossesOf(userId: string): Promise<{ isUnsaved: boolean; isDeleted: boolean }> {
  const knowing = await fetchKnowing().catch(() => undefined);
  if (!knowing) return { isUnsaved: true, isDeleted: false };
  const [{ hasUnsavedWords }, { finishDeletions }] = knowing;
  const isDeleted = await Promise.race([finishDeletions(userId), falseAfter(DELETING_MS)]);
  return { isUnsaved: hasUnsavedWords(userId), isDeleted };
}

/** Logs out. If unsaved words would be lost, or a deleted entry would stay, it asks first. */
export function LogOutButton({ onLeave }: { onLeave: () => void }) {
  const userId = useUser()?.id ?? '';
  const { logOut, busy } = useLogOut();
  const [asking, setAsking] = useState(false);
  const [cost, setCost] = useState(UNSAVED);
  const [deleting, setDeleting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // Its code and the dialog's are fetched only after sign-in. Until it has loaded, or if it cannot load, the browser asks.
  const [Question, setQuestion] = useState<typeof ConfirmDialog>();
  useEffect(() => {
    import('../components/confirm-dialog').then(
      (module) => setQuestion(() => module.ConfirmDialog),
      () => undefined,
    );
    fetchKnowing().catch(() => undefined);
  }, []);

  const leave = async () => {
    await logOut();
    onLeave();
  };
  const press = async () => {
    keepNow();
    setDeleting(true);
    const { isUnsaved, isDeleted } = await lossesOf(userId);
    setDeleting(false);
    if (!isUnsaved && isDeleted) return leave();
    const words = isDeleted ? UNSAVED : isUnsaved ? both(UNSAVED, UNDELETED) : UNDELETED;
    setCost(words);
    if (Question) setAsking(true);
    else if (window.confirm(`${words.title}\n\n${words.text}`)) await leave();
  };

  return (
    <>
      <Button ref={button} busy={busy || deleting} onClick={() => void press()}>
        Logout
      </Button>
      {Question && (
        <Question
          {...cost}
          cancelLabel="Stay"
          open={asking}
          busy={busy}
          onOpenChange={setAsking}
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

function both(unsaved: typeof UNSAVED, undeleted: typeof UNSAVED): typeof UNSAVED {
  return { ...unsaved, text: `${unsaved.text} ${undeleted.text}` };
}

function falseAfter(ms: number): Promise<boolean> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms));
}
