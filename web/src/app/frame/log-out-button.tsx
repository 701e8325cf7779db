import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/forms/button';
import type { ConfirmDialog } from '../../components/page/confirm-dialog';
import { useUser } from '../../lib/api/session';
import { keepNow } from '../../lib/drafts/unsaved';
import { useLogOut } from './use-log-out';

/** The questions that a logout asks, by what it would lose. */
const unsavedQuestion = () => ({
  title: t`Log out without saving?`,
  text: t`What you have written and not saved yet will be deleted from this browser for good.`,
  confirmLabel: t`Log out and delete`,
});
const undeletedQuestion = () => ({
  title: t`Log out without deleting?`,
  text: t`The server cannot be reached, so an entry that you deleted is still in your journal. If you log out now, it stays there.`,
  confirmLabel: t`Log out`,
});

type Question = ReturnType<typeof unsavedQuestion>;

/** Milliseconds to wait until pending deletions have reached the server. */
const DELETING_MS = 5_000;

/** The modules that know of unsaved words and deleted entries. Loaded separately to keep the landing page small. */
const loadModules = () =>
  Promise.all([import('../../lib/drafts/drafts'), import('../../features/journal/api/deletions')]);

/** What a logout would lose now. If the modules cannot load, it assumes unsaved words. */
async function findLosses(userId: string): Promise<{ isUnsaved: boolean; isDeleted: boolean }> {
  const modules = await loadModules().catch(() => undefined);
  if (!modules) return { isUnsaved: true, isDeleted: false };
  const [{ hasUnsavedWords }, { finishDeletions }] = modules;
  const isDeleted = await Promise.race([finishDeletions(userId), falseAfter(DELETING_MS)]);
  return { isUnsaved: hasUnsavedWords(userId), isDeleted };
}

/** Logs out. If unsaved words would be lost, or a deleted entry would stay, it asks first. */
export function LogOutButton({ onLeave }: { onLeave: () => void }) {
  const userId = useUser()?.id ?? '';
  const { logOut, busy } = useLogOut();
  const [isAsking, setIsAsking] = useState(false);
  const [question, setQuestion] = useState(unsavedQuestion);
  const [isDeleting, setIsDeleting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The dialog loads after sign-in. Until then, or if it cannot load, the browser's own dialog asks.
  const [Dialog, setDialog] = useState<typeof ConfirmDialog>();
  useEffect(() => {
    import('../../components/page/confirm-dialog').then(
      (module) => setDialog(() => module.ConfirmDialog),
      () => undefined,
    );
    loadModules().catch(() => undefined);
  }, []);

  const leave = async () => {
    await logOut();
    onLeave();
  };
  const press = async () => {
    keepNow();
    setIsDeleting(true);
    const { isUnsaved, isDeleted } = await findLosses(userId);
    setIsDeleting(false);
    if (!isUnsaved && isDeleted) return leave();
    const next = isDeleted ? unsavedQuestion() : isUnsaved ? bothQuestions() : undeletedQuestion();
    setQuestion(next);
    if (Dialog) setIsAsking(true);
    else if (window.confirm(`${next.title}\n\n${next.text}`)) await leave();
  };

  return (
    <>
      <Button ref={button} busy={busy || isDeleting} onClick={() => void press()}>
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

function bothQuestions(): Question {
  const unsaved = unsavedQuestion();
  return { ...unsaved, text: `${unsaved.text} ${undeletedQuestion().text}` };
}

function falseAfter(ms: number): Promise<boolean> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms));
}
